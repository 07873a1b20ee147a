import { sendCall } from '#core/api/sendCall.ts';
import { nameRefundDestinationCall } from '#core/contract/operator/claimChanges.ts';
import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import { getInputLabel } from '#core/exchange/requisites/fieldLabel.ts';
import { ConfirmationFields } from '../../../account/confirmation/ConfirmationFields.tsx';
import { useAccount } from '../../../account/accountContext.ts';
import {
  getInputName,
  readFieldValues,
  RequisiteInput,
  requireValidValues,
} from '../../../account/requisites/RequisiteInput.tsx';
import { Checkbox } from '../../../elements/form/Checkbox.tsx';
import { ActionForm } from '../../ActionForm.tsx';
import { FactList } from '../../FactList.tsx';
import { useStaffForm } from '../../staffForm.ts';
import { DESTINATION_TEXT } from '../actionTexts.ts';
import type { ClaimForm } from '../claimForm.ts';

/** The form for the destination of a refund that the client has told to staff. */
export function RefundDestinationForm({
  claim: { id, status, from },
  destination: { fields, known },
  onSend,
  onClose,
}: ClaimForm & { destination: NonNullable<OperatorClaimDetail['refundDestination']> }) {
  const { api } = useAccount();
  const form = useStaffForm({
    fieldNames: [...fields.map(getInputName), 'replace'],
    validate: () => ({}),
    async send(texts, { signal }) {
      const values = readFieldValues(fields, texts);
      await requireValidValues(fields, values, from.code);
      const body = { values, seen: status, known, replace: texts.replace === 'true' };
      await onSend(() => sendCall(api, nameRefundDestinationCall, { id, body, signal }));
    },
  });
  return (
    <ActionForm form={form} label={DESTINATION_TEXT} onClose={onClose}>
      {known === null ? (
        <p className="section-text">
          Куда вернуть, неизвестно: спросите клиента. Без этого возврат не закрыть.
        </p>
      ) : (
        <>
          <p className="section-text">Сейчас деньги вернутся сюда:</p>
          <FactList facts={fields.map(field => [getInputLabel(field), known[field.name] ?? null])} />
        </>
      )}
      {fields.map(field => (
        <RequisiteInput key={field.name} form={form} field={field} />
      ))}
      {known !== null && (
        <Checkbox form={form} name="replace">
          Заменить: клиент попросил об этом
        </Checkbox>
      )}
      <ConfirmationFields form={form} />
    </ActionForm>
  );
}
