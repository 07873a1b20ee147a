import type { ClaimStatus, ClaimTransfer } from '#core/contract/claim.ts';
import { buildTransactionUrl } from '#core/claim/transaction.ts';
import { CopyRow } from '../elements/CopyRow.tsx';

const transferLabels: Readonly<Record<ClaimTransfer['kind'], string>> = {
  payment: 'Перевод получен',
  payout: 'Отправлено',
  refund: 'Возвращено',
};

/** Transactions of a claim with a copy button, and a link to the explorer of a known network. */
export function ClaimTransfers({ claim: { transfers, from, to } }: { claim: ClaimStatus }) {
  return (
    <div className="transfers">
      {transfers.map(({ kind, transaction }) => {
        const label = transferLabels[kind];
        const url = buildTransactionUrl(kind === 'payout' ? to : from, transaction);
        // The whole id, so that it can also be selected; its end is hidden where it does not fit.
        const text = <span className="transaction">{transaction}</span>;
        return (
          <CopyRow key={kind + transaction} label={label} value={transaction}>
            {url === null ? (
              text
            ) : (
              <a href={url} target="_blank" rel="noreferrer noopener">
                {text} <span aria-hidden="true">↗</span>
                <span className="visually-hidden">, открыть в обозревателе сети</span>
              </a>
            )}
          </CopyRow>
        );
      })}
    </div>
  );
}
