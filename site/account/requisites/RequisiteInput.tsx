import { useEffect, useRef, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { ApiError } from '#core/api/apiError.ts';
import type { RequisiteField } from '#core/contract/course/pair.ts';
import { getInputLabel } from '#core/exchange/requisites/fieldLabel.ts';
import { FIELD_TYPES } from '#core/exchange/requisites/fieldTypes.ts';
import { findSimilarAddress } from '#core/exchange/requisites/similarAddress.ts';
import { validateRequisite } from '#core/exchange/requisites/validateRequisite.ts';
import { createLazyModule } from '#widget/lazy/lazyModule.ts';
import { SelectField } from '../../elements/form/SelectField.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import type { Form, FormValues } from '../../elements/form/useForm.ts';

/** Name of a field in a form and in the server's errors. */
export const getInputName = (field: Pick<RequisiteField, 'name'>): string => `values.${field.name}`;

/** The values of the fields in a form. */
export function readFieldValues(
  fields: readonly RequisiteField[],
  values: FormValues,
): Record<string, string> {
  return Object.fromEntries(fields.map(field => [field.name, values[getInputName(field)] ?? '']));
}

/** Rejects as the server would, with the sentences of the invalid fields. */
export async function requireValidValues(
  fields: readonly RequisiteField[],
  values: Record<string, string>,
  code: string,
): Promise<void> {
  const errors: Record<string, string[]> = {};
  for (const field of fields) {
    const verdict = await validateRequisite(field, values[field.name] ?? '', { code });
    if (!verdict.ok) errors[getInputName(field)] = [formatAccountMessage(verdict.code, verdict)];
  }
  if (Object.keys(errors).length > 0)
    throw new ApiError('invalid requisite', { kind: 'http', status: 400, fields: errors });
}

/** Loaded with a field for a card or a phone. The form of the widget has the same one. */
const lazyDigitMask = createLazyModule(() => import('#widget/claim/create/digitMask.ts'));

/** Formats a card or phone while typing, as the form of the widget does; other types stay as they are. */
function useCardMask(type: RequisiteField['type']) {
  useSignals();
  const inputRef = useRef<HTMLInputElement>(null);
  const mask = lazyDigitMask.module.value;
  useEffect(() => {
    if (type !== 'card' && type !== 'phone') return;
    if (!mask) return void lazyDigitMask.load();
    return inputRef.current ? mask.attachDigitMask(type, inputRef.current) : undefined;
  }, [mask, type]);
  return inputRef;
}

/** The input of a requisite. `savedValues`: addresses that a similar one is compared with. */
export function RequisiteInput({
  form,
  field,
  savedValues = [],
}: {
  form: Form;
  field: RequisiteField;
  savedValues?: readonly string[];
}) {
  const [text, setText] = useState('');
  const maskedRef = useCardMask(field.type);
  const name = getInputName(field);
  const label = getInputLabel(field);
  if (field.type === 'select')
    return (
      <SelectField
        form={form}
        name={name}
        label={label}
        options={field.options ?? []}
        value={text}
        onChange={setText}
      />
    );
  const similar = field.type === 'address' ? findSimilarAddress(text, savedValues) : null;
  const hint =
    similar === null
      ? field.hint
      : 'Начало и конец как у сохранённого адреса, а середина другая. Сверьте адрес целиком';
  return (
    <TextField
      form={form}
      name={name}
      label={label}
      inputMode={FIELD_TYPES[field.type].inputMode}
      autoComplete="off"
      autoCapitalize={field.type === 'text' ? 'words' : 'off'}
      spellCheck={false}
      maxLength={255}
      inputRef={maskedRef}
      onChange={event => setText(event.target.value)}
      {...(hint !== null && { hint })}
    />
  );
}
