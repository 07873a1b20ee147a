import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { canTransition, isClosedStatus } from '#core/claim/status.ts';
import { recordClaimPaymentCall } from '#core/contract/operator/claimChanges.ts';
import type { ClaimReference } from '#core/contract/operator/claims.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { normalizeDecimal } from '#core/operator/reserveChange.ts';
import { ConfirmationFields } from '../../account/confirmation/ConfirmationFields.tsx';
import { useAccount } from '../../account/accountContext.ts';
import { listErrors } from '../../auth/validateFields.ts';
import { Checkbox } from '../../elements/form/Checkbox.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { ActionForm } from '../ActionForm.tsx';
import { findMissing, type ClaimForm } from './claimForm.ts';
import { findConflictClaim, FORCEABLE_CODES, PaymentConflict } from './PaymentConflict.tsx';
import { useStaffForm } from '../staffForm.ts';

const REFERENCE_TEXTS = {
  hash: { label: 'Хеш перевода', hint: 'Из\u00a0обозревателя, целиком.' },
  output: { label: 'Хеш перевода и\u00a0номер выхода', hint: 'Через двоеточие: 4a5e…3b:0.' },
  log: { label: 'Хеш перевода и\u00a0номер события', hint: 'Через двоеточие: 4a5e…3b:12.' },
  number: { label: 'Номер перевода или чека', hint: undefined },
};

/** The form that records a payment of the client. */
export function PaymentForm({ claim, onSend, onClose }: ClaimForm) {
  const { api } = useAccount();
  const { from, payment } = claim;
  const [other, setOther] = useState<ClaimReference | null>(null);
  const form = useStaffForm({
    fieldNames: ['amount', 'reference', 'force'],
    validate: values => listErrors(findMissing(values, ['amount', 'reference'])),
    async send({ amount = '', reference = '', force }, { signal }) {
      const body = {
        amount: normalizeDecimal(amount),
        reference: reference.trim(),
        seen: claim.status,
        force: force === 'true',
      };
      setOther(null);
      await onSend(() => sendCall(api, recordClaimPaymentCall, { id: claim.id, body, signal })).catch(
        (error: unknown) => {
          setOther(findConflictClaim(error));
          throw error;
        },
      );
    },
  });
  return (
    <ActionForm form={form} label="Записать платёж" onClose={onClose}>
      <p className="section-text numeric">{describeExpectation(claim)}</p>
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
        label={REFERENCE_TEXTS[payment?.reference ?? 'number'].label}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        hint={REFERENCE_TEXTS[payment?.reference ?? 'number'].hint}
      />
      {form.failure && other && <PaymentConflict code={form.failure.code} claim={other} />}
      {FORCEABLE_CODES.includes(form.failure?.code ?? '') && (
        <Checkbox form={form} name="force">
          Всё равно записать сюда
        </Checkbox>
      )}
      <ConfirmationFields form={form} />
    </ActionForm>
  );
}

/** What a payment leads to. */
function describeExpectation({ status, from, payment }: ClaimForm['claim']): string {
  if (canTransition(status, 'hold') && isClosedStatus(status))
    return 'Заявка закрыта. С\u00a0платежом она уйдёт на\u00a0проверку.';
  if (payment?.expected === '0') return 'Всё уже пришло. Лишние деньги придётся вернуть.';
  if (isClosedStatus(status)) return 'Заявка закрыта. Деньги придётся вернуть.';
  return `Ждём ${formatMoney(payment?.expected ?? '0', from.currency)}. Новый статус зависит от\u00a0суммы.`;
}
