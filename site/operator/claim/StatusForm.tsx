import { sendCall } from '#core/api/sendCall.ts';
import { CLAIM_REASONS, isClosedStatus } from '#core/claim/status.ts';
import { changeClaimStatusCall } from '#core/contract/operator/claimChanges.ts';
import type { OperatorAction } from '#core/contract/operator/claimDetail.ts';
import { ConfirmationFields } from '../../account/confirmation/ConfirmationFields.tsx';
import { useAccount } from '../../account/accountContext.ts';
import { listErrors } from '../../auth/validateFields.ts';
import { Checkbox } from '../../elements/form/Checkbox.tsx';
import { EffectList } from '../ActionButton.tsx';
import { ActionForm } from '../ActionForm.tsx';
import { getReasonText } from '../deskTexts.ts';
import { describeEffect, getActionText } from './actionTexts.ts';
import { findMissing, type ClaimForm } from './claimForm.ts';
import { ReferenceField } from './ReferenceField.tsx';
import { OutgoingTransfer } from './OutgoingTransfer.tsx';
import { useStaffForm } from '../staffForm.ts';

/** The form that gives a claim another status. */
export function StatusForm({ action, claim, onSend, onClose }: ClaimForm & { action: OperatorAction }) {
  const { api } = useAccount();
  const { to, needs, accepts, reasons, effects, transfer } = action;
  const has = (input: OperatorAction['needs'][number]) => needs.includes(input) || accepts.includes(input);
  const form = useStaffForm({
    fieldNames: ['reason', 'reference', 'force', 'shared'],
    validate: values => listErrors(findMissing(values, needs)),
    async send({ reason, reference, force, shared }, { signal }) {
      const body = {
        to,
        seen: claim.status,
        reason: CLAIM_REASONS.find(one => one === reason) ?? null,
        reference: reference?.trim() || null,
        force: force === 'true',
        shared: shared === 'true',
      };
      await onSend(() => sendCall(api, changeClaimStatusCall, { id: claim.id, body, signal }));
    },
  });
  return (
    <ActionForm form={form} label={getActionText(to)} onClose={onClose}>
      {transfer && <OutgoingTransfer transfer={transfer} claim={claim} isSent={isClosedStatus(to)} />}
      <EffectList texts={effects.map(describeEffect)} />
      {has('reason') && (
        <div className="form-field">
          <label htmlFor={`${form.id}-reason`}>Причина</label>
          <select
            id={`${form.id}-reason`}
            name="reason"
            defaultValue={claim.reason ?? (needs.includes('reason') ? (reasons[0] ?? 'manual') : '')}
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
        <ReferenceField
          form={form}
          label={needs.includes('reference') ? 'Номер перевода' : 'Номер перевода, если есть'}
        />
      )}
      {has('force') && (
        <Checkbox form={form} name="force">
          Сделать, хотя платёж клиента не записан
        </Checkbox>
      )}
      <ConfirmationFields form={form} />
    </ActionForm>
  );
}
