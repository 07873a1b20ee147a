import { useEffect, useRef, useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { FieldNotes } from './FieldNotes.tsx';
import type { Form } from './useForm.ts';
import './form.css';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'form' | 'id' | 'name'> {
  form: Form;
  name: string;
  label: string;
  hint?: ReactNode;
  children?: ReactNode;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** Labelled input of a form with its error. `children` follow the input in its frame; `hint` is below. */
export function TextField({ form, name, label, hint, children, inputRef, ...inputProps }: TextFieldProps) {
  const id = `${form.id}-${name}`;
  const error = form.getError(name);
  const descriptions = [error !== null && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean);
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <div className={error === null ? 'input-frame' : 'input-frame invalid'}>
        <input
          {...inputProps}
          ref={inputRef}
          id={id}
          name={name}
          aria-invalid={error !== null}
          aria-describedby={descriptions.join(' ') || undefined}
        />
        {children}
      </div>
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

/** Input for an e-mail address that is the account's user name. */
export function EmailField(props: Omit<TextFieldProps, 'name' | 'label'> & { label?: string }) {
  return (
    <TextField
      name="email"
      label="Почта"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      {...props}
    />
  );
}

/** Input for a code of the authenticator app, or a recovery code: phones show digits for the first, letters for the second. */
export function CodeField({
  form,
  hasRecoveryCodes = true,
  isFocused = false,
}: {
  form: Form;
  hasRecoveryCodes?: boolean;
  /** Whether it gets the focus when it appears. */
  isFocused?: boolean;
}) {
  const [isRecovery, setIsRecovery] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFocused) ref.current?.querySelector('input')?.focus();
  }, [isFocused]);

  function switchKind(): void {
    setIsRecovery(!isRecovery);
    const input = ref.current?.querySelector('input');
    if (!input) return;
    input.value = '';
    input.focus();
  }

  return (
    <div className="code-field" ref={ref}>
      <TextField
        form={form}
        name="code"
        label={isRecovery ? 'Запасной код' : 'Код из приложения'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
      />
      {hasRecoveryCodes && (
        <button type="button" className="button quiet" onClick={switchKind}>
          {isRecovery ? 'Ввести код из приложения' : 'Ввести запасной код'}
        </button>
      )}
    </div>
  );
}
