import { sendCall } from '#core/api/sendCall.ts';
import { returnClaimMoneyCall } from '#core/contract/operator/claimChanges.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { normalizeDecimal } from '#core/operator/reserveChange.ts';
import { ConfirmationFields } from '../../../account/confirmation/ConfirmationFields.tsx';
import { useAccount } from '../../../account/accountContext.ts';
import { listErrors } from '../../../auth/validateFields.ts';
import { TextField } from '../../../elements/form/TextField.tsx';
import { EffectList } from '../../ActionButton.tsx';
import { ActionForm } from '../../ActionForm.tsx';
import { RETURN_TEXT } from '../actionTexts.ts';
import { findMissing, type ClaimForm } from '../claimForm.ts';
import { ReferenceField } from '../ReferenceField.tsx';
import { OutgoingTransfer } from '../OutgoingTransfer.tsx';
import { useStaffForm } from '../../staffForm.ts';

/** The form that records that money without a claim was sent back. */
export function ReturnForm({ claim, onSend, onClose }: ClaimForm) {
  const { api } = useAccount();
  const { id, from, unsettled } = claim;
  const seen = unsettled ?? '0';
  const form = useStaffForm({
    fieldNames: ['amount', 'reference', 'shared'],
    validate: values => listErrors(findMissing(values, ['amount', 'reference'])),
    async send({ amount = '', reference = '', shared }, { signal }) {
      const body = {
        amount: normalizeDecimal(amount),
        reference: reference.trim(),
        seen,
        shared: shared === 'true',
      };
      await onSend(() => sendCall(api, returnClaimMoneyCall, { id, body, signal }));
    },
  });
  return (
    <ActionForm form={form} label={RETURN_TEXT} onClose={onClose}>
      <OutgoingTransfer
        transfer={{ kind: 'refund', amount: seen, currency: from.code }}
        claim={claim}
        isSent
      />
      <EffectList texts={[`Резерв: спишем ${formatMoney(seen, from.currency)}`]} />
      <TextField
        form={form}
        name="amount"
        label={`Отправлено, ${from.currency}`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        defaultValue={seen.replace('.', ',')}
      />
      <ReferenceField form={form} label="Номер перевода" />
      <ConfirmationFields form={form} />
    </ActionForm>
  );
}
