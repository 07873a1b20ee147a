import { useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import type { ApiClient, CallOptions } from '#core/api/client.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { recordClaimPaymentCall } from '#core/contract/operator/claimChanges.ts';
import {
  MAX_MATCHED_LINES,
  matchStatementCall,
  type StatementMatch,
} from '#core/contract/operator/transfers/statements.ts';
import { dismissTransferCall } from '#core/contract/operator/transfers/waitingTransfers.ts';
import { NO_POLLING } from '#core/serverQuery.ts';
import { useAccount } from '../../account/accountContext.ts';
import { ConfirmationFields } from '../../account/confirmation/ConfirmationFields.tsx';
import { parseConfirmationMethods, useConfirmedForm } from '../../account/confirmation/useConfirmedForm.ts';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { QueryContent } from '../../account/QueryContent.tsx';
import { useAccountQuery } from '../../account/useAccountQuery.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { toFormFailure } from '../../elements/form/formFailure.ts';
import { getStatusLabel } from '../../claim/claimStatusText.ts';
import { ClaimLink } from '../ClaimLink.tsx';
import { describeConflict } from '../claim/describeConflict.ts';
import { findConflictClaim } from '../claim/PaymentConflict.tsx';
import { useStaff } from '../staffContext.ts';
import type { StatementLine } from './readStatement.ts';
import { DISMISSED, LineChoice, LineFacts, type LineResult, type Transfer } from './TransferLine.tsx';

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
    for (const [index, line] of part.entries()) {
      transfers.push({
        ...line,
        ...(matched.lines[index] ?? { recorded: null, similar: null, matches: [] }),
      });
    }
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
  const others = transfers.filter(one => !recordable.includes(one));
  return (
    <>
      {recordable.length === 0 ? (
        <p className="list-empty">Новых поступлений по&nbsp;заявкам нет.</p>
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
      <OtherLines
        title="Заявка не&nbsp;нашлась"
        currency={currency}
        transfers={others.filter(({ recorded }) => recorded === null)}
      />
      <OtherLines
        title="Уже записаны"
        currency={currency}
        transfers={others.filter(({ recorded }) => recorded !== null)}
      />
    </>
  );
}

function OtherLines({
  title,
  currency,
  transfers,
}: {
  title: string;
  currency: string;
  transfers: readonly Transfer[];
}) {
  return (
    transfers.length > 0 && (
      <details className="statement-others">
        <summary className="numeric">
          {title}: {transfers.length}
        </summary>
        <ul className="line-list">
          {transfers.map(transfer => (
            <li key={transfer.reference} data-row="">
              <LineFacts line={transfer} currency={currency} />
              {transfer.recorded && <ClaimLink claim={transfer.recorded} />}
            </li>
          ))}
        </ul>
      </details>
    )
  );
}

/** Refusals of one transfer; others concern all of them. */
const LINE_STATUSES: readonly number[] = [400, 404, 409];

/** Records the chosen transfers one after another. One that is refused stops no other. */
function RecordForm({
  currency,
  transfers,
  results,
  onResult,
  onStale,
}: {
  currency: string;
  transfers: readonly Transfer[];
  results: ReadonlyMap<string, LineResult>;
  /** null: a dismissed transfer is back on the list. */
  onResult: (reference: string, result: LineResult | null) => void;
  onStale: () => void;
}) {
  const { api } = useAccount();
  const isMine = useStaff().rights.includes('payments');
  /** The chosen claims by the reference of the transfer. */
  const [choices, setChoices] = useState<ReadonlyMap<string, string>>(() =>
    choose(transfers, ({ isNumbered, isSender, isExact }) => isExact && (isNumbered || isSender)),
  );
  const open = transfers.filter(({ reference }) => !results.get(reference)?.ok);
  const chosen = open.filter(({ reference }) => choices.get(reference));
  const exact = choose(
    open.filter(({ reference }) => !choices.get(reference)),
    ({ isExact }) => isExact,
  );
  /** Records or dismisses a transfer. Returns what became of it. */
  const settle = async (transfer: Transfer, signal: AbortSignal): Promise<LineResult> => {
    const claim = transfer.matches.find(({ id }) => id === choices.get(transfer.reference));
    try {
      if (claim) return { ok: true, claim, text: await recordTransfer(api, transfer, claim, signal) };
      const body = { currency, reference: transfer.reference };
      await sendCall(api, dismissTransferCall, { body, signal });
      return { ok: true, text: 'убран из списка' };
    } catch (error) {
      const isOfLine = error instanceof ApiError && LINE_STATUSES.includes(error.status ?? 0);
      if (!isOfLine || parseConfirmationMethods(error)) throw error;
      const { code, message } = toFormFailure(error, []);
      return {
        ok: false,
        code,
        text: describeConflict(error) ?? message ?? '',
        claim: findConflictClaim(error),
      };
    }
  };
  const form = useConfirmedForm({
    fieldNames: [],
    async send(_values, { signal }) {
      let isStale = false;
      for (const transfer of chosen) {
        const result = await settle(transfer, signal);
        isStale ||= !result.ok;
        onResult(transfer.reference, result);
      }
      if (isStale) onStale();
    },
  });
  const isDismissal = chosen.every(({ reference }) => choices.get(reference) === DISMISSED);
  const doneCount = transfers.length - open.length;
  return (
    <form {...form.props} aria-label="Поступления по заявкам">
      <ul className="line-list statement-lines">
        {transfers.map(transfer => (
          <li key={transfer.reference} data-row="">
            <LineFacts line={transfer} currency={currency} />
            <LineChoice
              transfer={transfer}
              currency={currency}
              chosen={choices.get(transfer.reference) ?? ''}
              result={results.get(transfer.reference)}
              onChoose={id => setChoices(new Map(choices).set(transfer.reference, id))}
              onRestored={() => {
                setChoices(new Map(choices).set(transfer.reference, ''));
                onResult(transfer.reference, null);
              }}
            />
          </li>
        ))}
      </ul>
      <p className="form-hint numeric" role="status">
        {doneCount > 0 && `Готово: ${doneCount} из ${transfers.length}.`}
      </p>
      {isMine && exact.size > 0 && (
        <button
          type="button"
          className="button quiet statement-more"
          onClick={() => setChoices(new Map([...choices, ...exact]))}
        >
          Выбрать и&nbsp;единственные с&nbsp;точной суммой: {exact.size}
        </button>
      )}
      {isMine ? (
        <>
          <ConfirmationFields form={form} />
          <FormEnd
            form={form}
            text={
              chosen.length === 0
                ? 'Выберите заявки'
                : `${isDismissal ? 'Убрать' : 'Записать'}: ${chosen.length}`
            }
            sendingText={`Записываем, осталось ${chosen.length}…`}
            isDisabled={chosen.length === 0}
          />
        </>
      ) : (
        <p className="section-text">Записывает сотрудник с&nbsp;ролью кассира.</p>
      )}
    </form>
  );
}

/** Records a transfer for a claim. Returns what became of the claim. */
async function recordTransfer(
  api: ApiClient,
  { amount, reference }: StatementLine,
  { id, status: seen }: StatementMatch,
  signal: AbortSignal,
): Promise<string> {
  const body = { amount, reference, seen };
  const { status } = await sendCall(api, recordClaimPaymentCall, { id, body, signal });
  return `записан, теперь «${getStatusLabel(status)}»`;
}

/** Chooses the claim of each transfer that is the only one of this kind. */
const choose = (transfers: readonly Transfer[], isOfKind: (match: StatementMatch) => boolean) =>
  new Map(
    transfers.flatMap(({ reference, matches }): (readonly [string, string])[] => {
      const [match, ...others] = matches.filter(isOfKind);
      return match && others.length === 0 ? [[reference, match.id]] : [];
    }),
  );
