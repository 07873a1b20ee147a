import { sendCall } from '#core/api/sendCall.ts';
import { returnClaimMoneyCall } from '#core/contract/operator/claimChanges.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { normalizeDecimal } from '#core/operator/reserveChange.ts';
import { ConfirmationFields } from '../../account/confirmation/ConfirmationFields.tsx';
import { useConfirmedForm } from '../../account/confirmation/useConfirmedForm.ts';
import { useAccount } from '../../account/accountContext.ts';
import { listErrors } from '../../auth/validateFields.ts';
import { Checkbox } from '../../elements/form/Checkbox.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { EffectList } from '../ActionButton.tsx';
import { ActionForm } from '../ActionForm.tsx';
import { describeReference, findMissing, type ClaimForm } from './claimForm.ts';
import { OutgoingTransfer } from './OutgoingTransfer.tsx';

/** The name of the action. */
export const RETURN_TEXT = 'Вернуть деньги без\u00a0заявки';

/** The form that records that money without a claim was sent back. */
export function ReturnForm({ claim, onSend, onClose }: ClaimForm) {
  const { api } = useAccount();
  const { id, from, unsettled } = claim;
  const seen = unsettled ?? '0';
  const form = useConfirmedForm({
    fieldNames: ['amount', 'reference', 'shared'],
    validate: values => listErrors(findMissing(values, ['amount', 'reference'])),
    async send({ amount = '', reference = '', shared }, { signal }) {
      const body = {
        amount: normalizeDecimal(amount),
        reference: reference.trim(),
        seen,
        shared: shared === 'true',
      };
      await onSend(() => sendCall(api, returnClaimMoneyCall, { id, body, signal })).catch(
        (error: unknown) => {
          throw describeReference(error);
        },
      );
    },
  });
  return (
    <ActionForm form={form} label={RETURN_TEXT} onClose={onClose}>
      <OutgoingTransfer
        transfer={{ kind: 'refund', summa: seen, currency: from.code }}
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
      <TextField
        form={form}
        name="reference"
        label="Номер перевода"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        hint="Хеш или номер перевода в банке. Клиент увидит его."
      />
      {form.failure?.code === 'transfer_recorded' && (
        <Checkbox form={form} name="shared">
          Всё равно записать этот номер
        </Checkbox>
      )}
      <ConfirmationFields form={form} />
    </ActionForm>
  );
}
