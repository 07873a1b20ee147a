import { useRef, useState } from 'react';
import * as v from 'valibot';
import type { LoadedWithdrawals } from '#core/account/referral/createWithdrawals.ts';
import {
  isPayoutTargetReady,
  listPayoutTargets,
  type PayoutTarget,
} from '#core/account/referral/payoutTarget.ts';
import { ApiError } from '#core/api/apiError.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { REFERRAL_DECIMALS } from '#core/contract/account/referral.ts';
import {
  createWithdrawalCall,
  type WithdrawalMethod,
  type Withdrawals,
} from '#core/contract/account/withdrawals.ts';
import { Problem } from '#core/contract/problem.ts';
import { decimalToUnits, parseAmount, trimTrailingZeros, unitsToDecimal } from '#core/exchange/amount.ts';
import { parseCourse, toReceiveUnits } from '#core/exchange/course.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { generateRandomId } from '#core/randomId.ts';
import { formatSide } from '#core/exchange/sideName.ts';
import { FormEnd } from '../../../elements/form/FormEnd.tsx';
import { TextField } from '../../../elements/form/TextField.tsx';
import { useAccount } from '../../accountContext.ts';
import { ConfirmationFields } from '../../confirmation/ConfirmationFields.tsx';
import { useConfirmedForm } from '../../confirmation/useConfirmedForm.ts';
import { SelectField } from '../../../elements/form/SelectField.tsx';
import { formatTerms } from './MethodList.tsx';
import { MissingRequisite } from './MissingRequisite.tsx';

/** Form for a withdrawal. Without a requisite for payouts, it shows what is missing. */
export function WithdrawForm({
  loaded,
  now,
  onRequested,
}: {
  loaded: LoadedWithdrawals;
  /** This device's time, milliseconds. */
  now: number;
  onRequested: (summa: string) => void;
}) {
  const { withdrawals } = loaded;
  const targets = listPayoutTargets(loaded);
  const ready = targets.filter(target => isPayoutTargetReady(target, now));
  if (ready.length === 0) return <MissingRequisite targets={targets} methods={withdrawals.methods} />;
  return <ReadyForm withdrawals={withdrawals} targets={ready} onRequested={onRequested} />;
}

function ReadyForm({
  withdrawals,
  targets,
  onRequested,
}: {
  withdrawals: Withdrawals;
  targets: readonly PayoutTarget[];
  onRequested: (summa: string) => void;
}) {
  const { api } = useAccount();
  const { available, minimum } = withdrawals;
  const [requisite, setRequisite] = useState(targets.length === 1 ? (targets[0]?.requisite.id ?? '') : '');
  const [typed, setTyped] = useState('');
  const draft = useRef<{ key: string; text: string } | null>(null);
  const target = targets.find(one => one.requisite.id === requisite);
  const parsed = parseAmount(typed);
  const form = useConfirmedForm({
    fieldNames: ['requisite', 'summa'],
    validate: values => ({
      ...(values.requisite ? {} : { requisite: 'Выберите из списка' }),
      ...findAmountError(values.summa ?? '', withdrawals),
    }),
    async send(values, { signal }) {
      const amount = parseAmount(values.summa ?? '');
      if (!amount.ok) return;
      const body = { requisite: values.requisite ?? '', summa: amount.text };
      // A repeated request, after a lost response or the proof of identity, is the same one.
      const text = JSON.stringify(body);
      if (draft.current?.text !== text) draft.current = { key: generateRandomId(), text };
      await sendCall(api, createWithdrawalCall, {
        body,
        headers: { 'idempotency-key': draft.current.key },
        signal,
      }).catch(showServerText);
      draft.current = null;
      onRequested(amount.text);
    },
  });
  return (
    <form {...form.props} className="withdraw-form" aria-label="Новый вывод">
      <SelectField
        form={form}
        name="requisite"
        label="Реквизит"
        options={listTargetOptions(targets)}
        value={requisite}
        onChange={setRequisite}
      />
      <TextField
        form={form}
        name="summa"
        label="Сумма, $"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        hint={
          <>
            От {formatUsd(minimum)} до {formatUsd(available)}
            {target && <PayoutNote method={target.method} summa={parsed.ok ? parsed.text : '0'} />}
          </>
        }
      >
        <button
          type="button"
          className="button quiet"
          aria-label={`Всё: ${formatUsd(available)}`}
          onClick={() => {
            setTyped(toTypedText(available));
            form.removeError('summa');
          }}
        >
          Всё
        </button>
      </TextField>
      <ConfirmationFields form={form} />
      <FormEnd
        form={form}
        text={
          target && parsed.ok && !findAmountError(typed, withdrawals).summa
            ? `Вывести ${formatUsd(parsed.text)} на ${target.requisite.masked}`
            : 'Вывести'
        }
        sendingText="Запрашиваем…"
      />
    </form>
  );
}

/** «USDT TRC20, TJRab…pRTv8, Основной» */
export const formatTarget = ({ requisite: { label, masked, currency } }: PayoutTarget): string =>
  [formatSide(currency), masked, label].filter(Boolean).join(', ');

/** The requisites to choose from. */
export const listTargetOptions = (targets: readonly PayoutTarget[]) =>
  targets.map(target => ({ value: target.requisite.id, label: formatTarget(target) }));

const toUnits = (summa: string) => decimalToUnits(summa, REFERRAL_DECIMALS);

/** The error of a typed amount, by the loaded limits. Without `available`, an amount may be any from the minimum on. */
export function findAmountError(
  typed: string,
  { available, minimum }: Pick<Withdrawals, 'minimum'> & Partial<Withdrawals>,
): Record<string, string> {
  const parsed = parseAmount(typed);
  if (!parsed.ok) return { summa: formatAccountMessage('number_format') };
  const amount = toUnits(parsed.text);
  if (amount < toUnits(minimum))
    return { summa: formatAccountMessage('withdrawal_small', { min: formatUsd(minimum) }) };
  return available !== undefined && amount > toUnits(available)
    ? { summa: formatAccountMessage('withdrawal_over', { max: formatUsd(available) }) }
    : {};
}

/** Codes of the whole request whose sentence has a time or a reason. */
const DETAILED_CODES = ['payouts_frozen', 'payout_delayed', 'partner_off', 'withdrawal_open'];

/** Rejects again with the server's own sentences, which contain the amount or the time; a code does not. */
function showServerText(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const problem = v.safeParse(Problem, error.body);
  const fields =
    problem.success && DETAILED_CODES.includes(problem.output.code)
      ? { summa: [problem.output.detail] }
      : error.fields;
  throw new ApiError(error.message, { ...error, fields, codes: {} });
}

/** Decimal text for a field. */
export const toTypedText = (decimal: string): string => trimTrailingZeros(decimal).replace('.', ',');

/** The payout of an amount, rounded down as the server does, and its terms. */
function PayoutNote({ method, summa }: { method: WithdrawalMethod; summa: string }) {
  const { course, fee, to } = method;
  if (course === null) return null;
  const decimals = { from: REFERRAL_DECIMALS, to: to.decimals };
  const payout = toReceiveUnits(toUnits(summa) - toUnits(fee), parseCourse(course), decimals, 'down');
  return (
    <span className="payout-note">
      {payout > 0n && `Придёт ${formatMoney(unitsToDecimal(payout, to.decimals), to.currency)}. `}
      {formatTerms(method)}
    </span>
  );
}
