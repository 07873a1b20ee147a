import type { RequisiteField } from '#core/contract/course/pair.ts';
import { getInputLabel } from '#core/exchange/requisites/fieldLabel.ts';
import { FIELD_TYPES } from '#core/exchange/requisites/fieldTypes.ts';

/** Field of the refund destination, with its error. */
export function RefundField({
  field,
  value,
  error,
  onChange,
}: {
  field: RequisiteField;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  const { name, type, options, hint, required } = field;
  const id = `refund-${name}`;
  const inputProps = {
    id,
    name,
    value,
    required,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{getInputLabel(field)}</label>
      <div className={error ? 'input invalid' : 'input'} part="field">
        {type === 'select' ? (
          <select {...inputProps} onChange={event => onChange(event.target.value)}>
            <option value="" disabled hidden>
              Выберите
            </option>
            {options?.map(({ value: optionValue, label: optionLabel }) => (
              <option key={optionValue} value={optionValue}>
                {optionLabel}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...inputProps}
            inputMode={FIELD_TYPES[type].inputMode}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={event => onChange(event.target.value)}
          />
        )}
      </div>
      {error ? (
        <p className="error" id={`${id}-error`}>
          {error}
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
