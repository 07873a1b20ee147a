import type { InputHTMLAttributes, ReactNode } from 'react';
import type { Form } from './useForm.ts';

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'form' | 'id' | 'name'>;

/** Labelled input of a form with its error. `children` follow the input in its frame; `hint` is below. */
export function TextField({
  form,
  name,
  label,
  hint,
  children,
  ...inputProps
}: InputProps & { form: Form; name: string; label: string; hint?: ReactNode; children?: ReactNode }) {
  const id = `${form.id}-${name}`;
  const error = form.getError(name);
  const descriptions = [error !== null && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean);
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <div className={error === null ? 'input-frame' : 'input-frame invalid'}>
        <input
          {...inputProps}
          id={id}
          name={name}
          aria-invalid={error !== null}
          aria-describedby={descriptions.join(' ') || undefined}
        />
        {children}
      </div>
      {error !== null && (
        <p className="form-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <div className="form-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}

/** Input for an e-mail address that is the account's user name. */
export function EmailField({ form, defaultValue }: { form: Form; defaultValue?: string | undefined }) {
  return (
    <TextField
      form={form}
      name="email"
      label="Почта"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      defaultValue={defaultValue}
    />
  );
}

/** Input for a code of the authenticator app, or a recovery code. */
export function CodeField({ form }: { form: Form }) {
  return (
    <TextField
      form={form}
      name="code"
      label="Код"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={32}
    />
  );
}
