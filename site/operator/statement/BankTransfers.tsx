import { sendCall } from '#core/api/sendCall.ts';
import { listBankTransfersCall, type BankTransfer } from '#core/contract/operator/bankTransfers.ts';
import { NO_POLLING } from '#core/serverQuery.ts';
import { QueryContent } from '../../account/QueryContent.tsx';
import { useAccountQuery } from '../../account/useAccountQuery.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { StatementForm } from './StatementForm.tsx';
import type { StatementLine } from './readStatement.ts';

/** The transfers that a bank has reported and that wait for a person, by currency; nothing without any. */
export function BankTransfers() {
  const query = useAccountQuery((api, options) => sendCall(api, listBankTransfersCall, options), {
    polling: NO_POLLING,
  });
  return (
    <QueryContent query={query} skeleton={null}>
      {({ data: { results } }) =>
        [...Map.groupBy(results, ({ currency }) => currency)].map(([currency, transfers]) => (
          <section key={currency} className="statement-bank" aria-label={`Сообщил банк, ${currency}`}>
            <h2>
              Сообщил банк, {currency} <span className="numeric today-count">{transfers.length}</span>
            </h2>
            <StatementForm currency={currency} lines={transfers.map(toLine)} />
          </section>
        ))
      }
    </QueryContent>
  );
}

const toLine = ({ id, amount, reference, text, at }: BankTransfer): StatementLine => ({
  id,
  amount,
  reference,
  text,
  date: `${formatDateTime(at)}, № ${reference}`,
});
