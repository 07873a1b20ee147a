import { useState } from 'react';
import type { HTMLAttributes, InputHTMLAttributes, ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { Field as Asked } from '#core/contract/calculator.ts';
import type { SideName } from '#core/exchange/course.ts';
import type { Draft, FieldName } from '#core/exchange/model.ts';
import { message } from '#core/messages.ts';
import { Icon, paths } from '../Icon.tsx';
import { afterPress } from './press.ts';

/** What a field's type asks of the keyboard and of the browser's memory. */
const inputs: Readonly<Record<Asked['type'], InputHTMLAttributes<HTMLInputElement>>> = {
  card: { inputMode: 'numeric', autoComplete: 'cc-number' },
  phone: { type: 'tel', autoComplete: 'tel' },
  address: { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false },
  memo: { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false },
  text: { autoComplete: 'off' },
  select: {},
};
/** Text fields that browsers know by what they mean. */
const known: Readonly<Record<string, string>> = {
  fullname: 'name',
  fio: 'name',
  name: 'name',
  holder: 'name',
};

/** One requisite of a side. Its value is checked on leaving the field; an edit takes the error away. */
export function Field({ draft, side, field }: { draft: Draft; side: SideName; field: Asked }) {
  useSignals();
  const name: FieldName = `${side}.${field.name}`;
  const value = draft.value(side, field.name);
  const set = (text: string) => draft.setValue(side, field.name, text);
  const note = draft.notes.value[name];
  const hint = note ? message(note.code, 'bank' in note ? { bank: note.bank } : {}) : field.hint;
  if (field.type === 'select')
    return (
      <Box draft={draft} name={name} label={label(field)} hint={hint}>
        {props => (
          <select
            {...props}
            name={field.name}
            required={field.required}
            value={value}
            onChange={event => set(event.target.value)}
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
      </Box>
    );
  const auto = known[field.name.toLowerCase().replace(/[^a-z]/g, '')];
  return (
    <Box draft={draft} name={name} label={label(field)} hint={hint} filled={value !== ''}>
      {props => (
        <input
          {...props}
          {...inputs[field.type]}
          {...(auto && { autoComplete: auto })}
          name={field.name}
          required={field.required}
          value={value}
          onChange={event => set(event.target.value)}
        />
      )}
    </Box>
  );
}

const label = (field: Asked) => (field.required ? field.label : `${field.label}, если есть`);

type Wiring = Pick<
  HTMLAttributes<HTMLElement>,
  'id' | 'onBlur' | 'onInput' | 'aria-invalid' | 'aria-describedby'
>;

/** Label, frame, error and hint around an input; `filled` lets a checked value have its tick. */
export function Box({
  draft,
  name,
  label,
  hint,
  filled = false,
  children,
  end,
}: {
  draft: Draft;
  name: FieldName;
  label: string;
  hint?: string | null | undefined;
  filled?: boolean;
  children: (wiring: Wiring) => ReactNode;
  end?: ReactNode;
}) {
  useSignals();
  const [good, setGood] = useState(false);
  const error = draft.errors.value[name];
  const id = name.replace('.', '-');
  const about = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  const check = async () => setGood(await draft.checkField(name));
  return (
    <div className="f">
      <label htmlFor={id}>{label}</label>
      <div className={error ? 'inp bad' : 'inp'} part="field">
        {children({
          id,
          onBlur: event => void (filled && afterPress(event.currentTarget, check)),
          onInput: () => setGood(false),
          'aria-invalid': error ? true : undefined,
          'aria-describedby': about,
        })}
        {end ??
          (good && !error && (
            <span className="icn ink">
              <Icon d={paths.check} />
            </span>
          ))}
      </div>
      {error ? (
        <p className="err" id={`${id}-error`}>
          {message(error.code, error)}
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
