import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { PERSONAL_DATA_CONSENT } from '#core/contract/user.ts';
import { sendSignup } from '#core/api/user.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { Checkbox } from '../elements/form/Checkbox.tsx';
import { findPasswordError } from '../elements/form/describePassword.ts';
import { FormEnd } from '../elements/form/FormEnd.tsx';
import { NewPasswordField } from '../elements/form/NewPasswordField.tsx';
import { EmailField } from '../elements/form/TextField.tsx';
import { useForm } from '../elements/form/useForm.ts';
import { usePasswordMin } from '../elements/form/usePasswordMin.ts';
import { routePaths } from '../routePaths.ts';
import { useAppContext } from '../shell/appContext.ts';
import { ActivationLetterSent } from './ActivationLetterSent.tsx';
import { GuestFrame } from './GuestFrame.tsx';
import { findEmailError, listErrors } from './validateFields.ts';

/** Page /register. The account exists once the link in its letter is opened. */
export function RegisterPage() {
  const [email, setEmail] = useState('');
  const [isSent, setIsSent] = useState(false);
  if (isSent)
    return (
      <GuestFrame title="Проверьте почту">
        <ActivationLetterSent email={email} onChangeEmail={() => setIsSent(false)} />
      </GuestFrame>
    );
  return (
    <GuestFrame title="Регистрация">
      <RegisterForm
        email={email}
        onSent={sentEmail => {
          setEmail(sentEmail);
          setIsSent(true);
        }}
      />
      <p className="alternative">
        Уже есть аккаунт? <Link to={routePaths.login}>Войти</Link>
      </p>
    </GuestFrame>
  );
}

function RegisterForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const { api } = useAppContext();
  const passwordMin = usePasswordMin();
  const form = useForm({
    fieldNames: ['email', 'password', 'consent', 'rules'],
    validate: values =>
      listErrors({
        email: findEmailError(values.email),
        password: findPasswordError(values.password ?? '', passwordMin),
        consent: values.consent ? null : formatAccountMessage('consent_required'),
        rules: values.rules ? null : formatAccountMessage('rules_required'),
      }),
    async send({ email = '', password = '' }, { signal, recaptcha }) {
      const signup = { email: email.trim(), password, consent: true, rules: true, recaptcha };
      await sendSignup(api, signup, { signal });
      onSent(signup.email);
    },
  });
  const emailRef = useRef(email);
  return (
    <form
      {...form.props}
      aria-label="Регистрация"
      onInput={event => {
        form.props.onInput(event);
        if (event.target instanceof HTMLInputElement && event.target.name === 'email')
          emailRef.current = event.target.value;
      }}
    >
      <EmailField form={form} defaultValue={email} />
      <NewPasswordField form={form} min={passwordMin} readEmail={() => emailRef.current} />
      <Checkbox form={form} name="consent">
        {PERSONAL_DATA_CONSENT}. <Link to={`${routePaths.rules}#data`}>Подробнее</Link>
      </Checkbox>
      <Checkbox form={form} name="rules">
        Принимаю <Link to={routePaths.rules}>правила обмена</Link>
      </Checkbox>
      <FormEnd form={form} text="Создать аккаунт" sendingText="Создаём…" />
    </form>
  );
}
