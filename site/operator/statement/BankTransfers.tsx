import type { ApiClient, CallOptions } from '#core/api/client.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { listBankTransfersCall, type BankTransfer } from '#core/contract/operator/bankTransfers.ts';
import { NO_POLLING } from '#core/serverQuery.ts';
import { QueryContent } from '../../account/QueryContent.tsx';
import { useAccountQuery } from '../../account/useAccountQuery.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { matchTransfers, TransferLists } from './StatementForm.tsx';
import type { StatementLine } from './readStatement.ts';

/** The transfers that a bank has reported and that wait for a person, by currency; nothing without any. */
export function BankTransfers() {
  const query = useAccountQuery(loadTransfers, { polling: NO_POLLING });
  return (
    <QueryContent query={query} skeleton={null}>
      {({ data }) =>
        data.map(({ currency, transfers }) => (
          <section key={currency} className="statement-bank" aria-label={`Сообщил банк, ${currency}`}>
            <h2>
              Сообщил банк, {currency} <span className="numeric today-count">{transfers.length}</span>
            </h2>
            <TransferLists currency={currency} transfers={transfers} onStale={query.refresh} />
          </section>
        ))
      }
    </QueryContent>
  );
}

async function loadTransfers(api: ApiClient, options: CallOptions) {
  const { results } = await sendCall(api, listBankTransfersCall, options);
  const groups = Map.groupBy(results, ({ currency }) => currency);
  return Promise.all(
    Array.from(groups, async ([currency, transfers]) => ({
      currency,
      transfers: await matchTransfers(api, options, { currency, lines: transfers.map(toLine) }),
    })),
  );
}

const toLine = ({ id, amount, reference, text, at }: BankTransfer): StatementLine => ({
  id,
  amount,
  reference,
  text,
  date: `${formatDateTime(at)}, № ${reference}`,
});
