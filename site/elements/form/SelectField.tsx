import { useId } from 'react';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { FieldNotes } from './FieldNotes.tsx';
import type { Form } from './useForm.ts';
import './selectField.css';
import './form.css';

/** Labelled choice, of a form with its error. */
export function SelectField({
  form,
  name,
  label,
  options,
  value,
  onChange,
  isFocused = false,
  hint,
}: {
  form?: Form;
  /** Needed with a form. */
  name?: string;
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
  /** Whether it gets the focus when it appears. */
  isFocused?: boolean;
  /** What the chosen option means. */
  hint?: string;
}) {
  const ownId = useId();
  const id = form ? `${form.id}-${name}` : ownId;
  const error = form?.getError(name ?? '') ?? null;
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <div className={error === null ? 'input-frame select-frame' : 'input-frame select-frame invalid'}>
        <select
          id={id}
          name={name}
          autoFocus={isFocused}
          value={value}
          onChange={({ target: { value: chosen } }) => onChange(chosen)}
          aria-invalid={error !== null}
          aria-describedby={error === null ? hint && `${id}-hint` : `${id}-error`}
        >
          <option value="" disabled hidden>
            Выберите
          </option>
          {options.map(({ value: code, label: text }) => (
            <option key={code} value={code}>
              {text}
            </option>
          ))}
        </select>
        <Icon d={ICON_PATHS.down} size={18} />
      </div>
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}
