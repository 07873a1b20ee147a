import { sendCall } from '#core/api/sendCall.ts';
import { canTransition, isClosedStatus } from '#core/claim/status.ts';
import { recordClaimPaymentCall } from '#core/contract/operator/claimChanges.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { normalizeDecimal } from '#core/operator/reserveChange.ts';
import { ConfirmationFields } from '../../account/confirmation/ConfirmationFields.tsx';
import { useAccount } from '../../account/accountContext.ts';
import { listErrors } from '../../auth/validateFields.ts';
import { ActionForm } from '../ActionForm.tsx';
import { findMissing, type ClaimForm } from './claimForm.ts';
import { PAYMENT_FIELDS, PaymentFields, useConflictClaim } from './PaymentFields.tsx';
import { useStaffForm } from '../staffForm.ts';

/** The form that records a payment of the client. */
export function PaymentForm({ claim, onSend, onClose }: ClaimForm) {
  const { api } = useAccount();
  const { payment } = claim;
  const [other, findOther] = useConflictClaim();
  const form = useStaffForm({
    fieldNames: PAYMENT_FIELDS,
    validate: values => listErrors(findMissing(values, ['amount', 'reference'])),
    async send({ amount = '', reference = '', force }, { signal }) {
      const body = {
        amount: normalizeDecimal(amount),
        reference: reference.trim(),
        seen: claim.status,
        force: force === 'true',
      };
      await findOther(onSend(() => sendCall(api, recordClaimPaymentCall, { id: claim.id, body, signal })));
    },
  });
  return (
    <ActionForm form={form} label="Записать платёж" onClose={onClose}>
      <p className="section-text numeric">{describeExpectation(claim)}</p>
      <PaymentFields
        form={form}
        claim={claim}
        amount={payment?.expected === '0' ? '' : (payment?.expected ?? '')}
        other={other}
      />
      <ConfirmationFields form={form} />
    </ActionForm>
  );
}

/** What a payment leads to. */
function describeExpectation({ status, from, payment }: ClaimForm['claim']): string {
  if (canTransition(status, 'hold') && isClosedStatus(status))
    return 'Заявка закрыта. С платежом она уйдёт на проверку.';
  if (payment?.expected === '0') return 'Всё уже пришло. Лишние деньги придётся вернуть.';
  if (isClosedStatus(status)) return 'Заявка закрыта. Деньги придётся вернуть.';
  return `Ждём ${formatMoney(payment?.expected ?? '0', from.currency)}. Новый статус зависит от суммы.`;
}
