import type { ApiClient, CallOptions } from '#core/api/client.ts';
import { sendCall } from '#core/api/sendCall.ts';
import {
  listWaitingTransfersCall,
  type WaitingTransfer,
} from '#core/contract/operator/transfers/waitingTransfers.ts';
import { NO_POLLING } from '#core/serverQuery.ts';
import { QueryContent } from '../../account/QueryContent.tsx';
import { useAccountQuery } from '../../account/useAccountQuery.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { matchTransfers, TransferLists } from './StatementForm.tsx';
import type { StatementLine } from './readStatement.ts';

/** Who has reported transfers. */
const SOURCE_TEXTS: Readonly<Record<WaitingTransfer['source'], string>> = {
  network: 'Пришло в сети',
  bank: 'Сообщил банк',
};

/** The transfers that wait for a person, by currency; nothing without any. */
export function WaitingTransfers() {
  const query = useAccountQuery(loadTransfers, { polling: NO_POLLING });
  return (
    <QueryContent query={query} skeleton={null}>
      {({ data }) =>
        data.map(({ source, currency, transfers }) => (
          <section
            key={currency}
            className="statement-bank"
            aria-label={`${SOURCE_TEXTS[source]}, ${currency}`}
          >
            <h2>
              {SOURCE_TEXTS[source]}, {currency}{' '}
              <span className="numeric today-count">{transfers.length}</span>
            </h2>
            <TransferLists currency={currency} transfers={transfers} onStale={query.refresh} />
          </section>
        ))
      }
    </QueryContent>
  );
}

async function loadTransfers(api: ApiClient, options: CallOptions) {
  const { results } = await sendCall(api, listWaitingTransfersCall, options);
  // A currency has one source.
  const groups = Map.groupBy(results, ({ currency }) => currency);
  return Promise.all(
    Array.from(groups, async ([currency, transfers]) => ({
      currency,
      source: transfers[0]?.source ?? 'bank',
      transfers: await matchTransfers(api, options, { currency, lines: transfers.map(toLine) }),
    })),
  );
}

const toLine = ({ source, amount, reference, text, at }: WaitingTransfer): StatementLine => ({
  waitingSource: source,
  amount,
  reference,
  text,
  date: formatDateTime(at),
});
