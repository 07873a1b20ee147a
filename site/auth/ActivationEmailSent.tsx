import { sendCall } from '#core/api/sendCall.ts';
import { reactivateCall } from '#core/contract/account/activationProof.ts';
import { LINK_LIFETIMES } from '#core/contract/user.ts';
import { useAppContext } from '../shell/appContext.ts';
import { EmailSent } from './EmailSent.tsx';

/** Note that the activation e-mail was sent to `email`; `isConditional`: only if there is such a sign-up. */
export function ActivationEmailSent({
  email,
  isConditional = false,
  onChangeEmail,
}: {
  email: string;
  isConditional?: boolean;
  onChangeEmail: () => void;
}) {
  const { api } = useAppContext();
  return (
    <EmailSent
      email={email}
      isConditional={isConditional}
      validity={LINK_LIFETIMES.activate.text}
      hint={
        <>
          Подойдёт и&nbsp;другое наше письмо о&nbsp;регистрации: если оно не&nbsp;о&nbsp;вашей, зададите новый
          пароль.
        </>
      }
      sendAgain={({ signal, recaptcha }) =>
        sendCall(api, reactivateCall, { body: { email, recaptcha }, signal })
      }
      onChangeEmail={onChangeEmail}
    />
  );
}
