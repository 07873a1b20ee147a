import { useEffect, useRef, useState } from 'react';
import { LINK_LIFETIMES } from '#core/contract/user.ts';
import { PasskeySignupForm } from '../../passkeys/PasskeySignupForm.tsx';
import '../../elements/form/form.css';
import './AccountOffer.css';

/** Creates an account for the address of a claim with a passkey. The link in its e-mail adds the claim to it. */
export function AccountOfferForm({ id, email, secret }: { id: string; email: string; secret: string }) {
  const [isSent, setIsSent] = useState(false);
  const textRef = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The pressed button is gone.
    if (isSent) textRef.current?.focus();
  }, [isSent]);
  return (
    <section className="account-offer" aria-labelledby="account-offer">
      <h2 id="account-offer">{isSent ? 'Проверьте почту' : 'Создайте аккаунт одним нажатием'}</h2>
      {isSent ? (
        <p ref={textRef} tabIndex={-1}>
          Мы отправили письмо на <b>{email}</b>. Откройте ссылку из него: она действует{' '}
          {LINK_LIFETIMES.activate.text}. После этого заявка будет в кабинете.
        </p>
      ) : (
        <>
          <p>
            Без пароля: входить будете по отпечатку, лицу или коду устройства. Почта аккаунта: <b>{email}</b>.
          </p>
          <PasskeySignupForm email={email} claim={{ id, secret }} isQuiet onSent={() => setIsSent(true)} />
        </>
      )}
    </section>
  );
}
