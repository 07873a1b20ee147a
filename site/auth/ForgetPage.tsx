import { useState } from 'react';
import { Link } from 'react-router';
import { sendCall } from '#core/api/sendCall.ts';
import { requestRestoreCall } from '#core/contract/account/recentAccess.ts';
import { LINK_LIFETIMES } from '#core/contract/user.ts';
import { FormEnd } from '../elements/form/FormEnd.tsx';
import { EmailField } from '../elements/form/TextField.tsx';
import { useForm } from '../elements/form/useForm.ts';
import { routePaths } from '../routePaths.ts';
import { useAppContext } from '../shell/appContext.ts';
import { GuestFrame } from './GuestFrame.tsx';
import { EmailSent } from './EmailSent.tsx';
import { findEmailError, listErrors } from './validateFields.ts';

/** Page /forget: sends an e-mail with the link that sets a new password. */
export function ForgetPage() {
  const { api } = useAppContext();
  const [email, setEmail] = useState('');
  const [isSent, setIsSent] = useState(false);
  const form = useForm({
    fieldNames: ['email'],
    validate: values => listErrors({ email: findEmailError(values.email) }),
    async send(values, { signal, recaptcha }) {
      const sentEmail = values.email?.trim() ?? '';
      await sendCall(api, requestRestoreCall, { body: { email: sentEmail, recaptcha }, signal });
      setEmail(sentEmail);
      setIsSent(true);
    },
  });
  if (isSent)
    return (
      <GuestFrame title="Проверьте почту">
        <EmailSent
          email={email}
          validity={LINK_LIFETIMES.restore.text}
          sendAgain={({ signal, recaptcha }) =>
            sendCall(api, requestRestoreCall, { body: { email, recaptcha }, signal })
          }
          onChangeEmail={() => setIsSent(false)}
          isConditional
        />
      </GuestFrame>
    );
  return (
    <GuestFrame title={<>Новый пароль</>}>
      <p className="text">
        Укажите почту аккаунта. Пришлём ссылку, по&nbsp;которой можно задать новый пароль.
      </p>
      <form {...form.props} aria-label="Новый пароль">
        <EmailField form={form} defaultValue={email} />
        <FormEnd form={form} text="Получить ссылку" sendingText="Отправляем…" />
      </form>
      <p className="alternative">
        Вспомнили пароль? <Link to={routePaths.login}>Войти</Link>
      </p>
    </GuestFrame>
  );
}
