import type { SecondFactorChallenge } from '#core/contract/auth.ts';
import { Checkbox } from '../elements/form/Checkbox.tsx';
import { FormEnd } from '../elements/form/FormEnd.tsx';
import { PasswordField } from '../elements/form/PasswordField.tsx';
import { EmailField } from '../elements/form/TextField.tsx';
import { useForm } from '../elements/form/useForm.ts';
import { useSiteSettings } from '../elements/useSiteSettings.ts';
import { useAppContext } from '../shell/appContext.ts';
import { PasskeyLogin } from './PasskeyLogin.tsx';
import { findEmailError, findEmptyError, listErrors } from './validateFields.ts';

/** E-mail and password of an account. */
export function CredentialsForm({
  email,
  onEmailChange,
  onLoggedIn,
  onChallenge,
  onNotActivated,
}: {
  email: string;
  onEmailChange: (email: string) => void;
  onLoggedIn: () => void;
  onChallenge: (challenge: SecondFactorChallenge) => void;
  /** The visitor asks for another activation e-mail. */
  onNotActivated: () => void;
}) {
  const { session } = useAppContext();
  // Without the settings, the server requires it when it refuses the login.
  const asksCaptcha = useSiteSettings()?.captchaLogin ?? false;
  const form = useForm({
    fieldNames: ['email', 'password'],
    validate: values =>
      listErrors({ email: findEmailError(values.email), password: findEmptyError(values.password) }),
    async send({ email: typedEmail = '', password = '', remember }, { recaptcha }) {
      onEmailChange(typedEmail.trim());
      const model = await session.openModel();
      const challenge = await model.logIn({
        email: typedEmail.trim(),
        password,
        remember: remember !== undefined,
        ...(recaptcha !== null && { recaptcha }),
      });
      if (challenge) onChallenge(challenge);
      else onLoggedIn();
    },
  });
  return (
    <form {...form.props} aria-label="Вход">
      <EmailField form={form} defaultValue={email} />
      <PasswordField form={form} autoComplete="current-password" />
      <Checkbox form={form} name="remember" defaultChecked>
        Не выходить на этом устройстве
      </Checkbox>
      <FormEnd form={form} text="Войти" sendingText="Входим…" asksCaptcha={asksCaptcha}>
        {form.failure?.code === 'not_activated' && (
          <button type="button" className="button" onClick={onNotActivated}>
            Отправить письмо ещё раз
          </button>
        )}
      </FormEnd>
      <PasskeyLogin onLoggedIn={onLoggedIn} onNotActivated={onNotActivated} />
    </form>
  );
}
