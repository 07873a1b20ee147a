import { useState, type HTMLAttributes, type InputHTMLAttributes, type ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { RequisiteField } from '#core/contract/course/pair.ts';
import type { SideName } from '#core/exchange/course.ts';
import type { ExchangeDraft, FieldName } from '#core/exchange/form/exchangeModel.ts';
import { FIELD_TYPES } from '#core/exchange/requisites/fieldTypes.ts';
import { formatMessage } from '#core/messages.ts';
import { getInputLabel } from '#core/exchange/requisites/fieldLabel.ts';
import { Icon, ICON_PATHS } from '../../icons/Icon.tsx';
import { useDigitMask } from './useDigitMask.ts';
import { runAfterPointerUp } from './runAfterPointerUp.ts';

/** Autofill attributes for each field type; FIELD_TYPES has the keyboard. */
const inputAttributes: Readonly<Record<RequisiteField['type'], InputHTMLAttributes<HTMLInputElement>>> = {
  card: { autoComplete: 'cc-number' },
  phone: { type: 'tel', autoComplete: 'tel' },
  address: { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false },
  memo: { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false },
  text: { autoComplete: 'off' },
  select: {},
};
/** Names of the field for a person's name, letters only. */
const PERSON_NAME_FIELD = /^(fullname|fio|name|holder)$/i;

/** One requisite of a side. It is validated on blur; an edit clears the error. */
export function RequisiteInput({
  draft,
  side,
  field,
}: {
  draft: ExchangeDraft;
  side: SideName;
  field: RequisiteField;
}) {
  useSignals();
  const name: FieldName = `${side}.${field.name}`;
  const value = draft.getValue(side, field.name);
  const setValue = (text: string) => draft.setValue(side, field.name, text);
  const digitMask = useDigitMask(field.type);
  const note = draft.notes.value[name];
  const hint = note && note.code !== 'email_typo' ? formatMessage(note.code, note) : field.hint;
  if (field.type === 'select')
    return (
      <FieldFrame draft={draft} name={name} label={getInputLabel(field)} hint={hint}>
        {inputProps => (
          <select
            {...inputProps}
            name={field.name}
            required={field.required}
            value={value}
            onChange={event => setValue(event.target.value)}
          >
            <option value="" disabled hidden>
              Выберите
            </option>
            {field.options?.map(option => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
    );
  const isPersonName = PERSON_NAME_FIELD.test(field.name.replace(/[^a-z]/gi, ''));
  return (
    <FieldFrame draft={draft} name={name} label={getInputLabel(field)} hint={hint} isFilled={value !== ''}>
      {inputProps => (
        <input
          {...inputProps}
          inputMode={FIELD_TYPES[field.type].inputMode}
          {...inputAttributes[field.type]}
          {...(isPersonName && { autoComplete: 'name' })}
          name={field.name}
          required={field.required}
          {...(digitMask ? { ref: digitMask.inputRef, defaultValue: value } : { value })}
          // The mask reports its changes as input events, which React does not repeat as onChange.
          onInput={event => {
            inputProps.onInput?.(event);
            const text = event.currentTarget.value;
            setValue(digitMask ? digitMask.removeSeparators(text) : text);
          }}
        />
      )}
    </FieldFrame>
  );
}

type FieldInputProps = Pick<
  HTMLAttributes<HTMLElement>,
  'id' | 'onBlur' | 'onInput' | 'aria-invalid' | 'aria-describedby'
>;

/**
 * Label, frame, error and hint of an input. `isFilled`: validated on blur, with a tick if it is valid and has no note.
 * A value longer than the input is repeated below it.
 */
export function FieldFrame({
  draft,
  name,
  label,
  hint,
  isFilled = false,
  children,
  endAdornment,
}: {
  draft: ExchangeDraft;
  name: FieldName;
  label: string;
  hint?: ReactNode;
  isFilled?: boolean;
  children: (inputProps: FieldInputProps) => ReactNode;
  endAdornment?: ReactNode;
}) {
  useSignals();
  const [isValid, setIsValid] = useState(false);
  const [longValue, setLongValue] = useState('');
  const error = draft.errors.value[name];
  const id = name.replace('.', '-');
  const note = draft.notes.value[name];
  const isDoubtful = note && note.code !== 'bank';
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  const validateField = async (input: HTMLElement) => {
    if (input instanceof HTMLInputElement && input.scrollWidth > input.clientWidth) setLongValue(input.value);
    setIsValid(await draft.validateField(name));
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isValid && !error && !isDoubtful && <Icon d={ICON_PATHS.check} size={18} className="accent-text" />}
      </label>
      <div className={error ? 'input invalid' : 'input'} part="field">
        {children({
          id,
          onBlur: ({ currentTarget: input }) =>
            void (isFilled && runAfterPointerUp(input, () => void validateField(input))),
          onInput: () => {
            setIsValid(false);
            setLongValue('');
          },
          'aria-invalid': error ? true : undefined,
          'aria-describedby': describedBy,
        })}
        {endAdornment}
      </div>
      {longValue && (
        <p className="help long-value" aria-hidden="true">
          {longValue}
        </p>
      )}
      {error ? (
        <p className="error" id={`${id}-error`}>
          {formatMessage(error.code, error)}
        </p>
      ) : (
        hint && (
          <p className="help" id={`${id}-hint`}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
