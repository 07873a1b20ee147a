import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { isClosedStatus } from '#core/claim/status.ts';
import { correctClaimPaymentCall } from '#core/contract/operator/claimChanges.ts';
import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import { normalizeDecimal } from '#core/operator/reserveChange.ts';
import { ConfirmationFields } from '../../../account/confirmation/ConfirmationFields.tsx';
import { useAccount } from '../../../account/accountContext.ts';
import { listErrors } from '../../../auth/validateFields.ts';
import { SelectField } from '../../../elements/form/SelectField.tsx';
import { EffectList } from '../../ActionButton.tsx';
import { ActionForm } from '../../ActionForm.tsx';
import { formatAmount } from '../../deskTexts.ts';
import { useStaffForm } from '../../staffForm.ts';
import { CORRECTION_TEXT } from '../actionTexts.ts';
import { findMissing, listCorrectable, type ClaimForm } from '../claimForm.ts';
import { PAYMENT_FIELDS, PaymentFields, useConflictClaim } from '../PaymentFields.tsx';

const WAYS = [
  { value: 'correct', label: 'Исправить сумму или номер' },
  { value: 'remove', label: 'Убрать: это не платёж этой заявки' },
] as const;

/** The form that corrects a payment that was recorded by mistake, or takes it back. */
export function CorrectionForm({ claim, onSend, onClose }: ClaimForm) {
  const { api } = useAccount();
  const payments = listCorrectable(claim);
  const [recorded, setRecorded] = useState(payments.at(-1)?.reference ?? '');
  const [way, setWay] = useState<string>('correct');
  const [other, findOther] = useConflictClaim();
  const payment = payments.find(({ reference }) => reference === recorded);
  const isRemoved = way === 'remove';
  const form = useStaffForm({
    fieldNames: ['recorded', 'way', ...PAYMENT_FIELDS],
    validate: values => listErrors(findMissing(values, isRemoved ? [] : ['amount', 'reference'])),
    async send({ amount = '', reference = '', force }, { signal }) {
      const corrected = {
        amount: normalizeDecimal(amount),
        reference: reference.trim(),
        force: force === 'true',
      };
      const body = { recorded, seen: claim.status, corrected: isRemoved ? null : corrected };
      await findOther(onSend(() => sendCall(api, correctClaimPaymentCall, { id: claim.id, body, signal })));
    },
  });
  return (
    <ActionForm form={form} label={CORRECTION_TEXT} onClose={onClose}>
      <SelectField
        form={form}
        name="recorded"
        label="Платёж"
        value={recorded}
        onChange={setRecorded}
        options={payments.map(({ reference, amount, currency }) => ({
          value: reference,
          label: `${formatAmount(amount ?? '0', currency)}, ${reference}`,
        }))}
      />
      <SelectField form={form} name="way" label="Что не так" value={way} onChange={setWay} options={WAYS} />
      {!isRemoved && (
        <PaymentFields
          key={recorded}
          form={form}
          claim={claim}
          amount={payment?.amount ?? ''}
          reference={recorded}
          other={other}
        />
      )}
      <EffectList texts={listEffects(claim, isRemoved, payment?.amount === claim.received)} />
      <ConfirmationFields form={form} />
    </ActionForm>
  );
}

/** What a correction leads to. */
function listEffects({ status }: OperatorClaimDetail, isRemoved: boolean, isOnly: boolean): string[] {
  const money = isClosedStatus(status)
    ? 'Сумма денег без заявки изменится'
    : isRemoved && isOnly
      ? 'Заявка снова будет ждать оплаты: курс и срок прежние. Если срок прошёл, она закроется'
      : 'Если денег не хватит, заявка уйдёт на проверку, и клиент это увидит';
  return isRemoved ? [money, 'Номер можно будет записать в другой заявке'] : [money];
}
