import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { CLAIM_REASONS } from '#core/claim/status.ts';
import { changeClaimStatusCall, recordClaimPaymentCall } from '#core/contract/operator/claimChanges.ts';
import type { OperatorAction, OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { normalizeDecimal } from '#core/operator/reserveChange.ts';
import { ConfirmationFields } from '../../account/confirmation/ConfirmationFields.tsx';
import { useConfirmedForm } from '../../account/confirmation/useConfirmedForm.ts';
import { useAccount } from '../../account/accountContext.ts';
import { findEmptyError, listErrors } from '../../auth/validateFields.ts';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { Checkbox } from '../../elements/form/Checkbox.tsx';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import type { FormValues } from '../../elements/form/useForm.ts';
import { ActionButton, EffectList } from '../ActionButton.tsx';
import { getReasonText } from '../deskTexts.ts';
import { useStaff } from '../staffContext.ts';
import { describeEffect, getActionText } from './actionTexts.ts';
import { describeConflict } from './describeConflict.ts';

interface FormProps {
  claim: OperatorClaimDetail;
  /** Sends a change, and shows the changed claim, or who was faster. Rejects with any other error. */
  onSend: (send: () => Promise<OperatorClaimDetail>) => Promise<void>;
}

/** The name of the form that records a payment, beside the statuses. */
const PAYMENT = 'payment';

/** What can be done with a claim now, each with its effects before it is done. */
export function ClaimActions({
  claim,
  onChanged,
  onStale,
}: {
  claim: OperatorClaimDetail;
  /** Called with the claim after a change. */
  onChanged: (claim: OperatorClaimDetail) => void;
  /** Called when somebody else was faster. */
  onStale: () => void;
}) {
  const { rights } = useStaff();
  const [chosen, setChosen] = useState<string | null>(null);
  const { actions, payment } = claim;
  const mine = actions.filter(({ right }) => rights.includes(right));
  const isPaymentMine = payment !== null && rights.includes(payment.right);
  const [conflict, setConflict] = useState<string | null>(null);
  const choose = (name: string | null) => {
    setConflict(null);
    setChosen(name);
  };
  const sendChange: FormProps['onSend'] = async send => {
    setConflict(null);
    try {
      const changed = await send();
      setChosen(null);
      onChanged(changed);
    } catch (error) {
      const text = describeConflict(error);
      if (text === null) throw error;
      setConflict(text);
      onStale();
    }
  };
  const action = mine.find(({ to }) => to === chosen);
  const props = { claim, onSend: sendChange };
  return (
    <section className="claim-actions" aria-labelledby="claim-actions">
      <h2 id="claim-actions">Что сделать</h2>
      {mine.length === 0 && !isPaymentMine && (
        <p className="section-text">
          {actions.length + Number(payment !== null) === 0
            ? 'Заявка закрыта: с\u00a0ней ничего не\u00a0сделать.'
            : 'Это делает сотрудник с\u00a0другой ролью.'}
        </p>
      )}
      <ul className="claim-action-list">
        {isPaymentMine && (
          <ActionButton text="Записать платёж" name={PAYMENT} chosen={chosen} onChoose={choose} />
        )}
        {mine.map(({ to }) => (
          <ActionButton key={to} text={getActionText(to)} name={to} chosen={chosen} onChoose={choose} />
        ))}
      </ul>
      <ErrorNote text={conflict} />
      {action && <StatusForm key={action.to} action={action} {...props} />}
      {chosen === PAYMENT && isPaymentMine && <PaymentForm {...props} />}
    </section>
  );
}

function StatusForm({ action, claim, onSend }: FormProps & { action: OperatorAction }) {
  const { api } = useAccount();
  const { to, needs, accepts, reasons, effects } = action;
  const has = (input: OperatorAction['needs'][number]) => needs.includes(input) || accepts.includes(input);
  const form = useConfirmedForm({
    fieldNames: ['reason', 'reference', 'force'],
    validate: values => listErrors(findMissing(values, needs)),
    async send({ reason, reference, force }, { signal }) {
      const body = {
        to,
        seen: claim.status,
        reason: CLAIM_REASONS.find(one => one === reason) ?? null,
        reference: reference?.trim() || null,
        force: force === 'true',
      };
      await onSend(() => sendCall(api, changeClaimStatusCall, { id: claim.id, body, signal }));
    },
  });
  return (
    <form {...form.props} className="claim-action-form" aria-label={getActionText(to)}>
      <EffectList texts={effects.map(describeEffect)} />
      {has('reason') && (
        <div className="form-field">
          <label htmlFor={`${form.id}-reason`}>Причина</label>
          <select
            id={`${form.id}-reason`}
            name="reason"
            defaultValue={needs.includes('reason') ? (reasons[0] ?? 'manual') : ''}
          >
            {!needs.includes('reason') && <option value="">Без причины</option>}
            {(reasons.length > 0 ? reasons : CLAIM_REASONS).map(reason => (
              <option key={reason} value={reason}>
                {getReasonText(reason)}
              </option>
            ))}
          </select>
        </div>
      )}
      {has('reference') && (
        <TextField
          form={form}
          name="reference"
          label={needs.includes('reference') ? 'Номер перевода' : 'Номер перевода, если есть'}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          hint="Хеш или номер перевода в банке. Клиент увидит его."
        />
      )}
      {has('force') && (
        <Checkbox form={form} name="force">
          Сделать, хотя платёж клиента не&nbsp;записан
        </Checkbox>
      )}
      <ConfirmationFields form={form} />
      <FormEnd form={form} text={getActionText(to)} sendingText="Записываем…" />
    </form>
  );
}

function PaymentForm({ claim, onSend }: FormProps) {
  const { api } = useAccount();
  const { from, payment } = claim;
  const form = useConfirmedForm({
    fieldNames: ['amount', 'reference', 'force'],
    validate: values => listErrors(findMissing(values, ['amount', 'reference'])),
    async send({ amount = '', reference = '', force }, { signal }) {
      const body = {
        amount: normalizeDecimal(amount),
        reference: reference.trim(),
        seen: claim.status,
        force: force === 'true',
      };
      await onSend(() => sendCall(api, recordClaimPaymentCall, { id: claim.id, body, signal }));
    },
  });
  return (
    <form {...form.props} className="claim-action-form" aria-label="Записать платёж">
      <p className="section-text numeric">
        {payment && payment.expected !== '0'
          ? `Ждём ${formatMoney(payment.expected, from.currency)}. Новый статус зависит от\u00a0суммы.`
          : 'Всё уже пришло. Лишние деньги придётся вернуть.'}
      </p>
      <TextField
        form={form}
        name="amount"
        label={`Пришло, ${from.currency}`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        defaultValue={payment?.expected === '0' ? '' : payment?.expected.replace('.', ',')}
      />
      <TextField
        form={form}
        name="reference"
        label={
          payment?.reference === 'transaction' ? 'Хеш перевода и номер выхода' : 'Номер перевода или чека'
        }
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        hint={payment?.reference === 'transaction' ? 'Через двоеточие: 4a5e…3b:0.' : undefined}
      />
      {form.failure?.code === 'payment_expected' && (
        <Checkbox form={form} name="force">
          Всё равно записать сюда
        </Checkbox>
      )}
      <ConfirmationFields form={form} />
      <FormEnd form={form} text="Записать платёж" sendingText="Записываем…" />
    </form>
  );
}

/** Codes of the required inputs that are empty. */
const findMissing = (values: FormValues, needs: readonly string[]) =>
  Object.fromEntries(needs.map(name => [name, findEmptyError(values[name]?.trim())]));
