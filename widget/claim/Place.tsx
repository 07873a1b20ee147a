import type { Field } from '#core/contract/calculator.ts';

const keyboards = { card: 'numeric', phone: 'tel' } as const;

/** A field of the place that money goes back to, with its error under it. */
export function Place({
  field,
  value,
  error,
  onChange,
}: {
  field: Field;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  const { name, label, type, options, hint } = field;
  const id = `refund-${name}`;
  const wiring = {
    id,
    name,
    value,
    required: true,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
  };
  return (
    <div className="f">
      <label htmlFor={id}>{label}</label>
      <div className={error ? 'inp bad' : 'inp'} part="field">
        {type === 'select' ? (
          <select {...wiring} onChange={event => onChange(event.target.value)}>
            <option value="" disabled hidden>
              Выберите
            </option>
            {options?.map(({ value: one, label: named }) => (
              <option key={one} value={one}>
                {named}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...wiring}
            inputMode={type === 'card' || type === 'phone' ? keyboards[type] : 'text'}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={event => onChange(event.target.value)}
          />
        )}
      </div>
      {error ? (
        <p className="err" id={`${id}-error`}>
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
