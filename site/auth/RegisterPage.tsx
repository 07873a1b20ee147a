import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { sendCall } from '#core/api/sendCall.ts';
import { signUpCall } from '#core/contract/account/activationProof.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { lazyComponent } from '../elements/lazyComponent.ts';
import { findPasswordError } from '../elements/form/describePassword.ts';
import { FormEnd } from '../elements/form/FormEnd.tsx';
import { NewPasswordField } from '../elements/form/NewPasswordField.tsx';
import { EmailField } from '../elements/form/TextField.tsx';
import { useForm } from '../elements/form/useForm.ts';
import { usePasswordMin } from '../elements/form/usePasswordMin.ts';
import { routePaths } from '../routePaths.ts';
import { usePasskeySupport } from '../passkeys/usePasskeySupport.ts';
import { useAppContext } from '../shell/appContext.ts';
import { ActivationEmailSent } from './ActivationEmailSent.tsx';
import { ConsentCheckboxes } from './ConsentCheckboxes.tsx';
import { GuestFrame } from './GuestFrame.tsx';
import { findEmailError, listErrors } from './validateFields.ts';

/** Few visitors choose it. */
const PasskeySignupForm = lazyComponent(
  () => import('../passkeys/PasskeySignupForm.tsx'),
  'PasskeySignupForm',
);

/** Page /register. The account exists once the link in its e-mail is opened. */
export function RegisterPage() {
  const [email, setEmail] = useState('');
  const [isSent, setIsSent] = useState(false);
  const [way, setWay] = useState<'password' | 'passkey'>('password');
  const isPasskeySupported = usePasskeySupport();
  const onSent = (sentEmail: string) => {
    setEmail(sentEmail);
    setIsSent(true);
  };
  if (isSent)
    return (
      <GuestFrame title="Проверьте почту">
        <ActivationEmailSent email={email} onChangeEmail={() => setIsSent(false)} />
      </GuestFrame>
    );
  return (
    <GuestFrame title="Регистрация">
      {way === 'password' ? (
        <RegisterForm email={email} onEmailChange={setEmail} onSent={onSent} />
      ) : (
        <Suspense fallback={<span className="skeleton auth-skeleton" aria-busy="true" />}>
          <PasskeySignupForm email={email} onSent={onSent}>
            <p className="form-hint">
              Входить будете по отпечатку, лицу или коду устройства: пароль не нужен.
            </p>
          </PasskeySignupForm>
        </Suspense>
      )}
      {isPasskeySupported && (
        <button
          type="button"
          className="button quiet"
          onClick={() => setWay(way === 'password' ? 'passkey' : 'password')}
        >
          {way === 'password' ? 'Без пароля, с ключом доступа' : 'С паролем'}
        </button>
      )}
      <p className="alternative">
        Уже есть аккаунт? <Link to={routePaths.login}>Войти</Link>
      </p>
    </GuestFrame>
  );
}

function RegisterForm({
  email,
  onEmailChange,
  onSent,
}: {
  email: string;
  onEmailChange: (email: string) => void;
  onSent: (email: string) => void;
}) {
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
      const body = { email: email.trim(), password, consent: true, rules: true, recaptcha };
      await sendCall(api, signUpCall, { body, signal });
      onSent(body.email);
    },
  });
  return (
    <form
      {...form.props}
      aria-label="Регистрация"
      onInput={event => {
        form.props.onInput(event);
        if (event.target instanceof HTMLInputElement && event.target.name === 'email')
          onEmailChange(event.target.value);
      }}
    >
      <EmailField form={form} defaultValue={email} />
      <NewPasswordField form={form} min={passwordMin} readEmail={() => email} />
      <ConsentCheckboxes form={form} />
      <FormEnd form={form} text="Создать аккаунт" sendingText="Создаём…" />
    </form>
  );
}
