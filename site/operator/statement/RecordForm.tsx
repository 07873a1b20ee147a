import { useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import type { ApiClient } from '#core/api/client.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { recordClaimPaymentCall } from '#core/contract/operator/claimChanges.ts';
import type { StatementMatch } from '#core/contract/operator/transfers/statements.ts';
import type { MessageData } from '#core/messages.ts';
import { formatStaffMessage } from '#core/staffMessages.ts';
import { dismissTransferCall } from '#core/contract/operator/transfers/waitingTransfers.ts';
import { useAccount } from '../../account/accountContext.ts';
import { ConfirmationFields } from '../../account/confirmation/ConfirmationFields.tsx';
import { parseConfirmationMethods, useConfirmedForm } from '../../account/confirmation/useConfirmedForm.ts';
import { getStatusLabel } from '../../claim/claimStatusText.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { describeConflict } from '../claim/describeConflict.ts';
import { findConflictClaim } from '../claim/PaymentConflict.tsx';
import { useStaff } from '../staffContext.ts';
import { DISMISSED, LineChoice, LineFacts, type LineResult, type Transfer } from './TransferLine.tsx';

/** What was chosen for a transfer. */
interface Choice {
  /** Of a claim, or `DISMISSED`; "": nothing. */
  id: string;
  /** Whether to record it although it looks recorded. */
  isForced: boolean;
}

/** What a person has decided about a transfer. */
type Decision = { claim: StatementMatch; force: boolean } | typeof DISMISSED;

/** A transfer that is to be settled. */
interface Settlement {
  transfer: Transfer;
  decision: Decision;
}

/** Refusals of one transfer; others concern all of them. */
const LINE_STATUSES: readonly number[] = [400, 404, 409];

/** Records the chosen transfers one after another. One that is refused stops no other. */
export function RecordForm({
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
  /** What was chosen by the reference of the transfer. A claim may have left the list since. */
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(() =>
    choose(transfers, ({ isNumbered, isSender, isExact }) => isExact && (isNumbered || isSender)),
  );
  const decide = (transfer: Transfer): Decision | null => {
    const { reference, matches, waitingSource } = transfer;
    const choice = choices.get(reference);
    const claim = matches.find(({ id }) => id === choice?.id);
    if (claim) return { claim, force: choice?.isForced ?? false };
    return choice?.id === DISMISSED && waitingSource ? DISMISSED : null;
  };
  const open = transfers.filter(({ reference }) => !results.get(reference)?.ok);
  const settlements = open.flatMap((transfer): Settlement[] => {
    const decision = decide(transfer);
    return decision ? [{ transfer, decision }] : [];
  });
  const exact = choose(
    open.filter(transfer => !decide(transfer)),
    ({ isExact }) => isExact,
  );
  const form = useConfirmedForm({
    fieldNames: [],
    async send(_values, { signal }) {
      const done = [...results.values()].filter(({ ok }) => ok);
      let isStale = false;
      for (const settlement of settlements) {
        const result = await settle(api, currency, settlement, done, signal);
        if (result.ok) done.push(result);
        else isStale = true;
        onResult(settlement.transfer.reference, result);
      }
      if (isStale) onStale();
    },
  });
  const isDismissal = settlements.every(({ decision }) => decision === DISMISSED);
  const doneCount = transfers.length - open.length;
  return (
    <form {...form.props} aria-label="Поступления по заявкам">
      <ul className="line-list statement-lines">
        {transfers.map(transfer => {
          const { reference } = transfer;
          const decision = decide(transfer);
          const chosen = decision === DISMISSED ? DISMISSED : (decision?.claim.id ?? '');
          return (
            <li key={reference} data-row="">
              <LineFacts line={transfer} currency={currency} />
              <LineChoice
                transfer={transfer}
                currency={currency}
                chosen={chosen}
                isForced={choices.get(reference)?.isForced ?? false}
                isShared={isShared(settlements, results, chosen)}
                result={results.get(reference)}
                onChoose={(id, isForced = false) =>
                  setChoices(new Map(choices).set(reference, { id, isForced }))
                }
                onRestored={() => {
                  setChoices(new Map(choices).set(reference, { id: '', isForced: false }));
                  onResult(reference, null);
                }}
              />
            </li>
          );
        })}
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
          Выбрать и единственные с точной суммой: {exact.size}
        </button>
      )}
      {isMine ? (
        <>
          <ConfirmationFields form={form} />
          <FormEnd
            form={form}
            text={
              settlements.length === 0
                ? 'Выберите заявки'
                : `${isDismissal ? 'Убрать' : 'Записать'}: ${settlements.length}`
            }
            sendingText={`Записываем, осталось ${settlements.length}…`}
            isDisabled={settlements.length === 0}
          />
        </>
      ) : (
        <p className="section-text">Записывает сотрудник с ролью кассира.</p>
      )}
    </form>
  );
}

/** Whether two transfers go to the claim: both are chosen for it, or one is recorded for it. */
const isShared = (
  settlements: readonly Settlement[],
  results: ReadonlyMap<string, LineResult>,
  id: string,
): boolean =>
  settlements.filter(({ decision }) => decision !== DISMISSED && decision.claim.id === id).length > 1 ||
  [...results.values()].some(({ ok, claim }) => ok && claim?.id === id);

/** Records or dismisses a transfer. `done`: what became of others. Returns what became of it. */
async function settle(
  api: ApiClient,
  currency: string,
  { transfer, decision }: Settlement,
  done: readonly LineResult[],
  signal: AbortSignal,
): Promise<LineResult> {
  const { amount, reference } = transfer;
  try {
    if (decision === DISMISSED) {
      await sendCall(api, dismissTransferCall, { body: { currency, reference }, signal });
      return { ok: true, text: 'убран из списка' };
    }
    const { claim, force } = decision;
    const body = { amount, reference, seen: claim.status, force };
    const { status } = await sendCall(api, recordClaimPaymentCall, { id: claim.id, body, signal });
    return { ok: true, claim, text: `записан, теперь «${getStatusLabel(status)}»` };
  } catch (error) {
    const isOfLine = error instanceof ApiError && LINE_STATUSES.includes(error.status ?? 0);
    if (!isOfLine || parseConfirmationMethods(error)) throw error;
    const { code, fields, body } = error;
    const other =
      code === 'claim_changed' && decision !== DISMISSED
        ? done.findLast(({ claim }) => claim?.id === decision.claim.id)
        : undefined;
    const text = other
      ? `Другой перевод по этой заявке ${other.text}`
      : (describeConflict(error) ??
        Object.values(fields)[0]?.[0] ??
        formatStaffMessage(code, body as MessageData));
    return { ok: false, code, text, claim: findConflictClaim(error) };
  }
}

/** Chooses the claim of each transfer that is the only one of this kind. A transfer that looks recorded gets none. */
const choose = (transfers: readonly Transfer[], isOfKind: (match: StatementMatch) => boolean) =>
  new Map(
    transfers.flatMap(({ reference, similar, matches }): (readonly [string, Choice])[] => {
      const [match, ...others] = similar ? [] : matches.filter(isOfKind);
      return match && others.length === 0 ? [[reference, { id: match.id, isForced: false }]] : [];
    }),
  );
