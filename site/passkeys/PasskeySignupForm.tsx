import { useState, type ReactNode } from 'react';
import { createPasskeySignup } from '#core/account/passkeys/createPasskeySignup.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { FormEnd } from '../elements/form/FormEnd.tsx';
import { EmailField } from '../elements/form/TextField.tsx';
import { useForm } from '../elements/form/useForm.ts';
import { useAppContext } from '../shell/appContext.ts';
import { ConsentCheckboxes } from '../auth/ConsentCheckboxes.tsx';
import { findEmailError, listErrors } from '../auth/validateFields.ts';
import { browserPrompt } from './browserPrompt.ts';
import { toPasskeyFormError } from './describePasskeyFailure.ts';

/**
 * Signs up with a passkey. With `claim`, its e-mail is the account's, and the activation adds the claim to the account.
 */
export function PasskeySignupForm({
  email,
  claim,
  isQuiet = false,
  onSent,
  children,
}: {
  email: string;
  claim?: { id: string; secret: string };
  /** Whether the page's main action is another one. */
  isQuiet?: boolean;
  onSent: (email: string) => void;
  children?: ReactNode;
}) {
  const { api } = useAppContext();
  const [model] = useState(() => createPasskeySignup(api, browserPrompt));
  const form = useForm({
    fieldNames: ['email', 'consent', 'rules'],
    validate: values =>
      listErrors({
        email: claim ? null : findEmailError(values.email),
        consent: values.consent ? null : formatAccountMessage('consent_required'),
        rules: values.rules ? null : formatAccountMessage('rules_required'),
      }),
    async send({ email: typedEmail = email }, { signal, recaptcha }) {
      const request = { email: typedEmail.trim(), recaptcha, ...(claim && { claim }) };
      try {
        if (await model.signUp(request, signal)) onSent(request.email);
      } catch (error) {
        throw toPasskeyFormError(error);
      }
    },
  });
  return (
    <form {...form.props} aria-label="Регистрация с ключом доступа">
      {!claim && <EmailField form={form} defaultValue={email} />}
      {children}
      <ConsentCheckboxes form={form} />
      <FormEnd form={form} text="Создать аккаунт с ключом" sendingText="Ждём ключ…" isQuiet={isQuiet} />
    </form>
  );
}
