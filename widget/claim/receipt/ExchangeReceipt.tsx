import { useRef } from 'react';
import { buildTransactionUrl } from '#core/claim/transaction.ts';
import type { ClaimStatus, ClaimTransfer } from '#core/contract/claim.ts';
import { formatExactCourse, formatMoney } from '#core/exchange/formatMoney.ts';
import { createTimeFormat } from '#core/timeFormat.ts';
import { formatDestination } from '../../format.ts';
import { printElement, saveElement } from './printElement.ts';

const formatFullTime = createTimeFormat({
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

const transferLabels: Readonly<Record<ClaimTransfer['kind'], string>> = {
  payment: 'Ваш перевод',
  payout: 'Наша выплата',
  refund: 'Наш возврат',
};

/** Receipt of a completed exchange, to print or to save. Its requisite is masked by the server. */
export function ExchangeReceipt({
  claim,
  serverOrigin,
}: {
  claim: ClaimStatus;
  /** Origin of the exchange that issues the receipt. */
  serverOrigin: string;
}) {
  const receiptRef = useRef<HTMLDivElement>(null);
  const { from, to, number, history, transfers } = claim;
  const [sentPlace, gotPlace] = [from, to].map(({ name, network }) =>
    [name, network].filter(Boolean).join(', '),
  );
  const completedAt = history.findLast(({ status }) => status === 'completed')?.at;
  const lines: [label: string, value: string][] = [
    ['Обменник', new URL(serverOrigin).host],
    ['Создана', formatFullTime(claim.createdAt)],
    ...(completedAt ? [['Выполнена', formatFullTime(completedAt)] satisfies [string, string]] : []),
    ['Отдали', `${formatMoney(claim.fromSumma, from.currency)}, ${sentPlace}`],
    ['Получили', `${formatMoney(claim.toSumma, to.currency)}, ${gotPlace}`],
    ['Курс', formatExactCourse(claim.course, from.currency, to.currency)],
    ['Куда', formatDestination(claim)],
  ];
  const withReceipt = (action: (element: HTMLElement) => void) => () =>
    receiptRef.current && action(receiptRef.current);
  return (
    <>
      <div className="statement" ref={receiptRef} role="group" aria-label="Чек об обмене">
        <h3>Чек об обмене по заявке № {number}</h3>
        {claim.demo && <p>Демонстрация: деньги не переводились.</p>}
        <dl>
          {lines.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          {transfers.map(transfer => (
            <TransferLine
              key={transfer.kind + transfer.transaction}
              transfer={transfer}
              side={transfer.kind === 'payout' ? to : from}
            />
          ))}
        </dl>
      </div>
      <button className="button secondary" type="button" onClick={withReceipt(printElement)}>
        Распечатать чек
      </button>
      <button
        className="button secondary"
        type="button"
        onClick={withReceipt(element => saveElement(element, `chek-${number}.html`))}
      >
        Сохранить чек
      </button>
    </>
  );
}

/** A transaction with the link to the explorer of its network. */
function TransferLine({
  transfer: { kind, transaction },
  side,
}: {
  transfer: ClaimTransfer;
  side: ClaimStatus['from'];
}) {
  const url = buildTransactionUrl(side, transaction);
  return (
    <div>
      <dt>{transferLabels[kind]}</dt>
      <dd>
        {transaction}{' '}
        {url !== null && (
          // The text is also in the printed and the saved document.
          <a
            href={url}
            target="_blank"
            rel="noreferrer noopener"
            aria-label={`${new URL(url).host}, открыть в обозревателе сети`}
          >
            {new URL(url).host}
          </a>
        )}
      </dd>
    </div>
  );
}
