import { reactivateCall } from '#core/contract/account/activationProof.ts';
import { LINK_LIFETIMES } from '#core/contract/user.ts';
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
  return (
    <EmailSent
      email={email}
      isConditional={isConditional}
      validity={LINK_LIFETIMES.activate.text}
      hint={<>Подойдёт и другое наше письмо о регистрации: если оно не о вашей, зададите новый пароль.</>}
      call={reactivateCall}
      onChangeEmail={onChangeEmail}
    />
  );
}
