import { useState } from 'react';
import type { ApiClient, CallOptions } from '#core/api/client.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { MAX_MATCHED_LINES, matchStatementCall } from '#core/contract/operator/transfers/statements.ts';
import { NO_POLLING } from '#core/serverQuery.ts';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { QueryContent } from '../../account/QueryContent.tsx';
import { useAccountQuery } from '../../account/useAccountQuery.ts';
import { ClaimLink } from '../ClaimLink.tsx';
import type { StatementLine } from './readStatement.ts';
import { RecordForm } from './RecordForm.tsx';
import { LineFacts, type LineResult, type Transfer } from './TransferLine.tsx';

interface StatementFormProps {
  currency: string;
  lines: readonly StatementLine[];
}

/** The transfers of a file with the claims that they may be for. */
export function StatementForm({ currency, lines }: StatementFormProps) {
  const query = useAccountQuery((api, options) => matchTransfers(api, options, { currency, lines }), {
    polling: NO_POLLING,
  });
  return (
    <QueryContent
      query={query}
      skeleton={<LoadingSkeleton className="account-skeleton" label="Ищем заявки" />}
    >
      {({ data }) => <TransferLists currency={currency} transfers={data} onStale={query.refresh} />}
    </QueryContent>
  );
}

/** Finds the claims that transfers may be for. */
export async function matchTransfers(
  api: ApiClient,
  options: CallOptions,
  { currency, lines }: StatementFormProps,
): Promise<Transfer[]> {
  const transfers: Transfer[] = [];
  for (let start = 0; start < lines.length; start += MAX_MATCHED_LINES) {
    const part = lines.slice(start, start + MAX_MATCHED_LINES);
    const body = {
      currency,
      lines: part.map(({ amount, reference, text }) => ({ amount, reference, text })),
    };
    const matched = await sendCall(api, matchStatementCall, { ...options, body });
    const none = { recorded: null, similar: null, unpayable: null, matches: [] };
    transfers.push(...part.map((line, index) => ({ ...line, ...(matched.lines[index] ?? none) })));
  }
  return transfers;
}

/** Transfers that can be recorded in a form, and the others. `onStale` loads them again after a conflict. */
export function TransferLists({
  currency,
  transfers,
  onStale,
}: {
  currency: string;
  transfers: readonly Transfer[];
  onStale: () => void;
}) {
  /** By the reference of the transfer. */
  const [results, setResults] = useState<ReadonlyMap<string, LineResult>>(new Map());
  const recordable = transfers.filter(
    ({ reference, recorded, matches, waitingSource }) =>
      results.has(reference) || (recorded === null && (matches.length > 0 || waitingSource)),
  );
  const others = Object.groupBy(
    transfers.filter(one => !recordable.includes(one)),
    ({ recorded, similar, unpayable }) =>
      recorded ? 'recorded' : similar ? 'similar' : unpayable ? 'unpayable' : 'unknown',
  );
  return (
    <>
      {recordable.length === 0 ? (
        <p className="list-empty">Новых поступлений по заявкам нет.</p>
      ) : (
        <RecordForm
          currency={currency}
          transfers={recordable}
          results={results}
          onResult={(reference, result) =>
            setResults(now => {
              const next = new Map(now);
              if (result === null) next.delete(reference);
              else next.set(reference, result);
              return next;
            })
          }
          onStale={onStale}
        />
      )}
      <OtherLines title="Заявка не ждёт платежа" currency={currency} transfers={others.unpayable} />
      <OtherLines title="Заявка не нашлась" currency={currency} transfers={others.unknown} />
      <OtherLines title="Возможно, уже записаны" currency={currency} transfers={others.similar} />
      <OtherLines title="Уже записаны" currency={currency} transfers={others.recorded} />
    </>
  );
}

function OtherLines({
  title,
  currency,
  transfers = [],
}: {
  title: string;
  currency: string;
  transfers: readonly Transfer[] | undefined;
}) {
  return (
    transfers.length > 0 && (
      <details className="statement-others">
        <summary className="numeric">
          {title}: {transfers.length}
        </summary>
        <ul className="line-list">
          {transfers.map(transfer => {
            const claim = transfer.recorded ?? transfer.similar;
            return (
              <li key={transfer.reference} data-row="">
                <LineFacts line={transfer} currency={currency} />
                {claim && <ClaimLink claim={claim} />}
              </li>
            );
          })}
        </ul>
      </details>
    )
  );
}
