import { useState } from 'react';
import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import type { ClaimReference } from '#core/contract/operator/claims.ts';
import { Checkbox } from '../../elements/form/Checkbox.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import type { Form } from '../../elements/form/useForm.ts';
import { findConflictClaim, FORCEABLE_CODES, PaymentConflict } from './PaymentConflict.tsx';

const REFERENCE_TEXTS = {
  hash: { label: 'Хеш перевода', hint: 'Из обозревателя, целиком.' },
  output: { label: 'Хеш перевода и номер выхода', hint: 'Через двоеточие: 4a5e…3b:0.' },
  log: { label: 'Хеш перевода и номер события', hint: 'Через двоеточие: 4a5e…3b:12.' },
  number: { label: 'Номер перевода или чека', hint: undefined },
};

/** Names of the fields of a payment. */
export const PAYMENT_FIELDS = ['amount', 'reference', 'force'];

/** The claim that has a refused payment, and a function that runs a call and finds it. */
export function useConflictClaim() {
  const [other, setOther] = useState<ClaimReference | null>(null);
  const run = (call: Promise<void>) => {
    setOther(null);
    return call.catch((error: unknown) => {
      setOther(findConflictClaim(error));
      throw error;
    });
  };
  return [other, run] as const;
}

/** The fields of a payment, and the claim that makes it doubtful. */
export function PaymentFields({
  form,
  claim: { from, payment },
  amount,
  reference = '',
  other,
}: {
  form: Form;
  claim: OperatorClaimDetail;
  /** Decimal text. */
  amount: string;
  reference?: string;
  other: ClaimReference | null;
}) {
  const { label, hint } = REFERENCE_TEXTS[payment?.reference ?? 'number'];
  return (
    <>
      <TextField
        form={form}
        name="amount"
        label={`Пришло, ${from.currency}`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        defaultValue={amount.replace('.', ',')}
      />
      <TextField
        form={form}
        name="reference"
        label={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        defaultValue={reference}
        hint={hint}
      />
      {form.failure && other && <PaymentConflict code={form.failure.code} claim={other} />}
      {FORCEABLE_CODES.includes(form.failure?.code ?? '') && (
        <Checkbox form={form} name="force">
          Всё равно записать сюда
        </Checkbox>
      )}
    </>
  );
}
