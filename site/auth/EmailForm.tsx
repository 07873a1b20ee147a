import { sendCall } from '#core/api/sendCall.ts';
import type { Call } from '#core/contract/call.ts';
import { FormEnd } from '../elements/form/FormEnd.tsx';
import { EmailField } from '../elements/form/TextField.tsx';
import { useForm } from '../elements/form/useForm.ts';
import { useAppContext } from '../shell/appContext.ts';
import { findEmailError, listErrors } from './validateFields.ts';

/** A call that sends an e-mail to an address. */
export type EmailCall = Call<void, { email: string; recaptcha?: string | null | undefined }>;

/** Asks for an address, and requests an e-mail to it. */
export function EmailForm({
  label,
  text,
  email,
  call,
  onSent,
}: {
  label: string;
  /** Text of the button. */
  text: string;
  email: string;
  call: EmailCall;
  onSent: (email: string) => void;
}) {
  const { api } = useAppContext();
  const form = useForm({
    fieldNames: ['email'],
    validate: values => listErrors({ email: findEmailError(values.email) }),
    async send(values, { signal, recaptcha }) {
      const sentEmail = values.email?.trim() ?? '';
      await sendCall(api, call, { body: { email: sentEmail, recaptcha }, signal });
      onSent(sentEmail);
    },
  });
  return (
    <form {...form.props} aria-label={label}>
      <EmailField form={form} defaultValue={email} />
      <FormEnd form={form} text={text} sendingText="Отправляем…" />
    </form>
  );
}
