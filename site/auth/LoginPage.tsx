import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { SecondFactorChallenge } from '#core/contract/auth.ts';
import { reactivateCall } from '#core/contract/account/activationProof.ts';
import { LINK_LIFETIMES } from '#core/contract/user.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { routePaths } from '../routePaths.ts';
import { ActivationPrompt } from './activation/ActivationPrompt.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { ActivationEmailSent } from './ActivationEmailSent.tsx';
import { EmailForm } from './EmailForm.tsx';
import { GuestFrame } from './GuestFrame.tsx';
import { resolveNextPath } from './nextPath.ts';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { useTokenFragment } from './tokenFragment.ts';

type LoginStep =
  /** `message`: why the previous step ended. */
  | { step: 'credentials'; message?: string }
  | { step: 'code'; challenge: SecondFactorChallenge }
  | { step: 'reactivation'; message?: string }
  | { step: 'email_sent' };

/** Page /login. `#activate=…`: activates an account first. */
export function LoginPage() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const token = useTokenFragment('activate');
  const [usedToken, setUsedToken] = useState<string | null>(null);
  const [email, setEmail] = useState('');
  const [current, setStep] = useState<LoginStep>({ step: 'credentials' });
  const showCredentials = () => setStep({ step: 'credentials' });
  const showReactivation = () => setStep({ step: 'reactivation' });

  if (token !== null && token !== usedToken)
    return (
      <ActivationPrompt
        // Another e-mail that is opened in this tab starts anew.
        key={token}
        token={token}
        onActivated={() => setUsedToken(token)}
        onFailed={({ isUsed, message }) => {
          setUsedToken(token);
          setStep({ step: isUsed ? 'credentials' : 'reactivation', message });
        }}
      />
    );
  if (current.step === 'code')
    return (
      <GuestFrame title={<>Код подтверждения</>}>
        <SecondFactorForm
          challenge={current.challenge}
          onLoggedIn={() => void navigate(resolveNextPath(query), { replace: true })}
          onExpired={() =>
            setStep({ step: 'credentials', message: formatAccountMessage('challenge_expired') })
          }
          onCancel={showCredentials}
        />
      </GuestFrame>
    );
  if (current.step === 'email_sent')
    return (
      <GuestFrame title="Проверьте почту">
        <ActivationEmailSent email={email} isConditional onChangeEmail={showReactivation} />
      </GuestFrame>
    );
  if (current.step === 'reactivation')
    return (
      <GuestFrame title="Новое письмо" staysOpen={usedToken !== null}>
        <StepMessage text={current.message} />
        <p className="text">
          Ссылка из письма действует {LINK_LIFETIMES.activate.text} и один раз. Пришлём новую, если аккаунт
          ещё не активирован. Если писем о регистрации несколько, подойдёт любое.
        </p>
        <EmailForm
          label="Новое письмо"
          text="Получить письмо"
          email={email}
          call={reactivateCall}
          onSent={sentEmail => {
            setEmail(sentEmail);
            setStep({ step: 'email_sent' });
          }}
        />
        <button type="button" className="button quiet" onClick={showCredentials}>
          Войти
        </button>
      </GuestFrame>
    );
  return (
    <GuestFrame title="Вход">
      <StepMessage text={current.message} />
      <CredentialsForm
        email={email}
        onEmailChange={setEmail}
        onLoggedIn={() => void navigate(resolveNextPath(query), { replace: true })}
        onChallenge={challenge => setStep({ step: 'code', challenge })}
        onNotActivated={showReactivation}
      />
      <p className="alternative">
        <Link to={routePaths.forget}>Забыли пароль?</Link>
      </p>
      <p className="alternative">
        Нет аккаунта? <Link to={routePaths.register}>Зарегистрироваться</Link>
      </p>
    </GuestFrame>
  );
}

function StepMessage({ text }: { text: string | undefined }) {
  return (
    text !== undefined && (
      <p className="text" role="alert">
        {text}.
      </p>
    )
  );
}
