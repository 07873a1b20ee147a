import { useEffect, useRef, type FormHTMLAttributes, type ReactNode } from 'react';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { PasswordField } from '../../elements/form/PasswordField.tsx';
import { CodeField } from '../../elements/form/TextField.tsx';
import type { Form } from '../../elements/form/useForm.ts';
import { usePasskeySupport } from '../../passkeys/usePasskeySupport.ts';
import { useConfirmedForm, type ConfirmedForm } from './useConfirmedForm.ts';
import { useProvenAccount } from './useProvenAccount.ts';

/**
 * Fields for a proof of identity. They appear and get the focus once the server requires one.
 * `isExplained`: the surrounding text gives the reason.
 */
export function ConfirmationFields({
  form,
  isExplained = false,
}: {
  form: ConfirmedForm;
  isExplained?: boolean;
}) {
  const isPasskeySupported = usePasskeySupport(useProvenAccount().loadSiteSettings);
  const methods = form.confirmationMethods;
  const isPasswordAsked = methods.includes('password');
  return (
    <>
      {methods.length > 0 && !isExplained && (
        <p className="form-hint">{formatAccountMessage('confirm_required')}.</p>
      )}
      {isPasswordAsked && <PasswordInput form={form} />}
      {methods.includes('code') && !isPasswordAsked && <CodeField form={form} isFocused />}
      {methods.includes('passkey') && isPasskeySupported && (
        <button type="button" className="button quiet" onClick={form.submitWithPasskey}>
          Подтвердить ключом доступа
        </button>
      )}
    </>
  );
}

function PasswordInput({ form }: { form: Form }) {
  const { user } = useProvenAccount().account;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.querySelector<HTMLElement>('input[name=password]')?.focus(), []);
  return (
    <div ref={ref}>
      {/* Password managers read the account of the password from this field. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField form={form} label="Пароль" autoComplete="current-password" />
    </div>
  );
}

/** A button, in a form of its own, for a change that requires a recent proof of identity. */
export function ConfirmedButton({
  text,
  sendingText,
  hint,
  send,
  children,
  ...formProps
}: Pick<FormHTMLAttributes<HTMLFormElement>, 'className' | 'aria-label' | 'aria-labelledby'> & {
  text: string;
  sendingText: string;
  /** Explains the change. */
  hint?: ReactNode;
  send: (signal: AbortSignal) => Promise<void>;
  /** Follows the button. */
  children?: ReactNode;
}) {
  const form = useConfirmedForm({ fieldNames: [], send: (_, { signal }) => send(signal) });
  return (
    <form {...form.props} {...formProps}>
      {hint !== undefined && <p className="form-hint">{hint}</p>}
      <ConfirmationFields form={form} />
      <FormEnd form={form} text={text} sendingText={sendingText} isQuiet />
      {children}
    </form>
  );
}
