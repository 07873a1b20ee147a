import { useId, useRef, useState } from 'react';
import { FIRST_DAY, LAST_DAY } from '#core/exchange/exchangeDay.ts';

/** Keys that edit a part of the day. Others open the calendar or move. */
const TYPING_KEY = /^(?:\d|Backspace|Delete|ArrowUp|ArrowDown)$/;

/** «24.11.2026» */
const formatDay = (day: string) => day.split('-').toReversed().join('.');

/**
 * Date field of a filter. A typed day applies when the field is left or Enter is pressed, because each digit makes
 * another valid day. A day of the calendar applies at once.
 */
export function DateField({
  label,
  value,
  min,
  max,
  isRequired = false,
  onChange,
}: {
  label: string;
  value: string | null;
  min?: string | null;
  max?: string | null;
  /** Whether an emptied field gets its value back. */
  isRequired?: boolean;
  onChange: (day: string | null) => void;
}) {
  // Without limits, partly typed years would apply: 0002, 0020, 0202.
  const [first, last] = [min ?? FIRST_DAY, max ?? LAST_DAY];
  const errorId = useId();
  /** The edited day, until it is applied or the value changes from `of`. */
  const [edited, setEdited] = useState<{ day: string; of: string | null } | null>(null);
  const [error, setError] = useState('');
  const isTyping = useRef(false);

  function take({ value: day, validity }: HTMLInputElement): void {
    isTyping.current = false;
    const { rangeOverflow: isLate, rangeUnderflow: isEarly } = validity;
    setError(isLate ? `Не позже ${formatDay(last)}` : isEarly ? `Не раньше ${formatDay(first)}` : '');
    if (isLate || isEarly) return;
    if (validity.badInput || (isRequired && day === '')) setEdited(null);
    else if (day !== (value ?? '')) onChange(day || null);
  }

  return (
    <>
      <label className="list-date">
        {label}
        <input
          type="date"
          value={edited?.of === value ? edited.day : (value ?? '')}
          min={first}
          max={last}
          aria-invalid={error !== ''}
          aria-describedby={errorId}
          onKeyDown={({ key, altKey, currentTarget }) => {
            if (key === 'Enter') take(currentTarget);
            else if (TYPING_KEY.test(key)) isTyping.current = !altKey;
          }}
          onPointerDown={() => (isTyping.current = false)}
          onChange={({ target }) => {
            setEdited({ day: target.value, of: value });
            if (!isTyping.current) take(target);
          }}
          onBlur={({ target }) => take(target)}
        />
      </label>
      <span className="form-error" id={errorId} role="status">
        {error}
      </span>
    </>
  );
}
