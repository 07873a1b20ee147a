import { useEffect, useRef } from 'react';
import { PasswordField } from '../../elements/form/PasswordField.tsx';
import { CodeField } from '../../elements/form/TextField.tsx';
import type { Form } from '../../elements/form/useForm.ts';
import { useAccount } from '../accountContext.ts';
import type { ConfirmedForm } from './useConfirmedForm.ts';

/** Asks for a proof of who the user is once the server wants it, and gets the focus then. */
export function ConfirmationFields({ form }: { form: ConfirmedForm }) {
  if (form.confirmationMethods.includes('password')) return <PasswordInput form={form} />;
  return form.confirmationMethods.includes('code') ? <CodeField form={form} isFocused /> : null;
}

function PasswordInput({ form }: { form: Form }) {
  const { user } = useAccount();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.querySelector<HTMLElement>('input[name=password]')?.focus(), []);
  return (
    <div ref={ref}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField form={form} label="Пароль" autoComplete="current-password" />
    </div>
  );
}
