import { useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import type { ApiClient, CallOptions } from '#core/api/client.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { dismissBankTransferCall } from '#core/contract/operator/bankTransfers.ts';
import { recordClaimPaymentCall } from '#core/contract/operator/claimChanges.ts';
import {
  MAX_MATCHED_LINES,
  matchStatementCall,
  type MatchedLine,
  type StatementMatch,
} from '#core/contract/operator/statements.ts';
import { NO_POLLING } from '#core/serverQuery.ts';
import { useAccount } from '../../account/accountContext.ts';
import { ConfirmationFields } from '../../account/confirmation/ConfirmationFields.tsx';
import { parseConfirmationMethods, useConfirmedForm } from '../../account/confirmation/useConfirmedForm.ts';
import { LoadingSkeleton } from '../../account/LoadingSkeleton.tsx';
import { QueryContent } from '../../account/QueryContent.tsx';
import { useAccountQuery } from '../../account/useAccountQuery.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { getStatusLabel } from '../../claim/claimStatusText.ts';
import { describeConflict } from '../claim/describeConflict.ts';
import { useStaff } from '../staffContext.ts';
import type { StatementLine } from './readStatement.ts';
import { ClaimLink, LineChoice, LineFacts, type LineResult, type Transfer } from './TransferLine.tsx';

interface StatementFormProps {
  currency: string;
  lines: readonly StatementLine[];
}

/** The transfers of a statement with the claims that they may be for, and the button that records the chosen ones. */
export function StatementForm({ currency, lines }: StatementFormProps) {
  const query = useAccountQuery((api, options) => matchLines(api, options, { currency, lines }), {
    polling: NO_POLLING,
  });
  return (
    <QueryContent
      query={query}
      skeleton={<LoadingSkeleton className="account-skeleton" label="Ищем заявки" />}
    >
      {({ data }) => (
        <MatchedStatement
          currency={currency}
          lines={data.map((matched, index) => ({ ...matched, line: lines[index] as StatementLine, index }))}
        />
      )}
    </QueryContent>
  );
}

async function matchLines(
  api: ApiClient,
  options: CallOptions,
  { currency, lines }: StatementFormProps,
): Promise<MatchedLine[]> {
  const matched: MatchedLine[] = [];
  for (let start = 0; start < lines.length; start += MAX_MATCHED_LINES) {
    const part = lines.slice(start, start + MAX_MATCHED_LINES);
    const body = {
      currency,
      lines: part.map(({ amount, reference, text }) => ({ amount, reference, text })),
    };
    matched.push(...(await sendCall(api, matchStatementCall, { ...options, body })).lines);
  }
  return matched;
}

function MatchedStatement({ currency, lines }: { currency: string; lines: readonly Transfer[] }) {
  const matched = lines.filter(({ matches, line }) => matches.length > 0 || line.id !== undefined);
  const recorded = lines.filter(line => line.recorded !== null);
  const unknown = lines.filter(one => one.recorded === null && !matched.includes(one));
  return (
    <>
      {matched.length === 0 ? (
        <p className="list-empty">Новых поступлений по&nbsp;заявкам нет.</p>
      ) : (
        <RecordForm currency={currency} lines={matched} />
      )}
      <OtherLines title="Заявка не&nbsp;нашлась" currency={currency} lines={unknown} />
      <OtherLines title="Уже записаны" currency={currency} lines={recorded} />
    </>
  );
}

function OtherLines({
  title,
  currency,
  lines,
}: {
  title: string;
  currency: string;
  lines: readonly Transfer[];
}) {
  return (
    lines.length > 0 && (
      <details className="statement-others">
        <summary className="numeric">
          {title}: {lines.length}
        </summary>
        <ul className="line-list">
          {lines.map(({ line, index, recorded }) => (
            <li key={index}>
              <LineFacts line={line} currency={currency} />
              {recorded && <ClaimLink claim={recorded} />}
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
function RecordForm({ currency, lines }: { currency: string; lines: readonly Transfer[] }) {
  const { api } = useAccount();
  const isMine = useStaff().rights.includes('payments');
  const [choices, setChoices] = useState<ReadonlyMap<number, string>>(() =>
    choose(lines, ({ isNumbered, isSender, isExact }) => isExact && (isNumbered || isSender)),
  );
  const [results, setResults] = useState<ReadonlyMap<number, LineResult>>(new Map());
  const open = lines.filter(({ index }) => !results.get(index)?.ok);
  const chosen = open.filter(({ index }) => choices.get(index));
  const exact = choose(
    open.filter(({ index }) => !choices.get(index)),
    ({ isExact }) => isExact,
  );
  const settle = async ({ index, line, matches }: Transfer, signal: AbortSignal) => {
    const chosenId = choices.get(index);
    const match = matches.find(({ id }) => id === chosenId);
    const result = await (
      match
        ? recordTransfer(api, line, match, signal)
        : sendCall(api, dismissBankTransferCall, { id: line.id ?? '', signal }).then(() => 'убран из списка')
    ).then(
      (text): LineResult => ({ ok: true, text }),
      (error: unknown): LineResult => {
        const isOfLine = error instanceof ApiError && LINE_STATUSES.includes(error.status ?? 0);
        if (!isOfLine || parseConfirmationMethods(error)) throw error;
        return { ok: false, text: describeConflict(error) ?? error.message };
      },
    );
    setResults(now => new Map(now).set(index, result));
  };
  const form = useConfirmedForm({
    fieldNames: [],
    async send(_values, { signal }) {
      for (const transfer of chosen) await settle(transfer, signal);
    },
  });
  const sum = [...results.values()].filter(({ ok }) => ok).length;
  return (
    <form {...form.props} aria-label="Поступления по заявкам">
      <ul className="line-list statement-lines">
        {lines.map(transfer => (
          <li key={transfer.index}>
            <LineFacts line={transfer.line} currency={currency} />
            <LineChoice
              transfer={transfer}
              currency={currency}
              chosen={choices.get(transfer.index) ?? ''}
              result={results.get(transfer.index)}
              onChoose={id => setChoices(new Map(choices).set(transfer.index, id))}
            />
          </li>
        ))}
      </ul>
      <p className="form-hint numeric" role="status">
        {sum > 0 && `Готово: ${sum} из ${lines.length}.`}
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
            text={chosen.length === 0 ? 'Выберите заявки' : `Записать: ${chosen.length}`}
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
const choose = (lines: readonly Transfer[], isOfKind: (match: StatementMatch) => boolean) =>
  new Map(
    lines.flatMap(({ index, matches }): (readonly [number, string])[] => {
      const [match, ...others] = matches.filter(isOfKind);
      return match && others.length === 0 ? [[index, match.id]] : [];
    }),
  );
