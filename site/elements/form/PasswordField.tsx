import { useState, type ReactNode } from 'react';
import { Icon } from '#widget/icons/Icon.tsx';
import { TextField } from './TextField.tsx';
import type { Form } from './useForm.ts';
import './form.css';

const EYE_ICON =
  'M2.5 11S5.5 5.5 11 5.5 19.5 11 19.5 11 16.5 16.5 11 16.5 2.5 11 2.5 11Zm8.5 2.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z';

/** Password input that can show what is typed. */
export function PasswordField({
  form,
  name = 'password',
  label = 'Пароль',
  autoComplete,
  hint,
  onInput,
  onFocus,
}: {
  form: Form;
  name?: string;
  label?: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: ReactNode;
  onInput?: (password: string) => void;
  onFocus?: () => void;
}) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      form={form}
      name={name}
      label={label}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      hint={hint}
      onInput={event => onInput?.(event.currentTarget.value)}
      onFocus={onFocus}
    >
      <button
        type="button"
        className="password-toggle"
        aria-label="Показать пароль"
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon d={isShown ? `${EYE_ICON}M4 4l14 14` : EYE_ICON} />
      </button>
    </TextField>
  );
}
