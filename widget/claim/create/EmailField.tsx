import { useRef } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ExchangeDraft } from '#core/exchange/form/exchangeModel.ts';
import { FieldFrame } from './RequisiteInput.tsx';

/** The e-mail address. A likely typing error in its domain is corrected with one press. */
export function EmailField({ draft }: { draft: ExchangeDraft }) {
  useSignals();
  const inputRef = useRef<HTMLInputElement>(null);
  const email = draft.email.value;
  const note = draft.notes.value.email;
  const hint = note?.code === 'email_typo' && (
    <>
      Возможно, вы имели в виду{' '}
      <button
        type="button"
        className="limit"
        onClick={() => {
          draft.setEmail(note.suggestion);
          inputRef.current?.focus();
        }}
      >
        {note.suggestion}
      </button>
    </>
  );
  return (
    <FieldFrame draft={draft} name="email" label="Почта" hint={hint} isFilled={email !== ''}>
      {inputProps => (
        <input
          {...inputProps}
          ref={inputRef}
          name="email"
          type="email"
          autoComplete="email"
          required
          value={email}
          onChange={event => draft.setEmail(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}
