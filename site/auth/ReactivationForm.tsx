import { sendCall } from '#core/api/sendCall.ts';
import { reactivateCall } from '#core/contract/account/activationProof.ts';
import { LINK_LIFETIMES } from '#core/contract/user.ts';
import { FormEnd } from '../elements/form/FormEnd.tsx';
import { EmailField } from '../elements/form/TextField.tsx';
import { useForm } from '../elements/form/useForm.ts';
import { useAppContext } from '../shell/appContext.ts';
import { findEmailError, listErrors } from './validateFields.ts';

/** Sends another activation e-mail. */
export function ReactivationForm({
  email,
  onSent,
  onCancel,
}: {
  email: string;
  onSent: (email: string) => void;
  onCancel: () => void;
}) {
  const { api } = useAppContext();
  const form = useForm({
    fieldNames: ['email'],
    validate: values => listErrors({ email: findEmailError(values.email) }),
    async send(values, { signal, recaptcha }) {
      const sentEmail = values.email?.trim() ?? '';
      await sendCall(api, reactivateCall, { body: { email: sentEmail, recaptcha }, signal });
      onSent(sentEmail);
    },
  });
  return (
    <>
      <p className="text">
        Ссылка из&nbsp;письма действует {LINK_LIFETIMES.activate.text} и&nbsp;один раз. Пришлём новую, если
        аккаунт ещё не&nbsp;активирован. Если писем о&nbsp;регистрации несколько, подойдёт любое.
      </p>
      <form {...form.props} aria-label="Новое письмо">
        <EmailField form={form} defaultValue={email} />
        <FormEnd form={form} text="Получить письмо" sendingText="Отправляем…" />
      </form>
      <button type="button" className="button quiet" onClick={onCancel}>
        Войти
      </button>
    </>
  );
}
