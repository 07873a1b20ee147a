import { useState } from 'react';
import { hasAccountExtensions, useAccount } from '../accountContext.ts';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import { JournalLink } from '../journal/JournalLink.tsx';
import { PayoutFreezeNote } from '../journal/PayoutFreezeNote.tsx';
import { PasskeySection } from '../passkeys/PasskeySection.tsx';
import { SecondFactor } from '../secondFactor/SecondFactor.tsx';
import { SessionList } from './SessionList.tsx';
import '../../elements/form/form.css';

/** Page /account/safety: the password, the second factor, the passkeys and the devices of the account. */
export function SafetyPage() {
  const { api, user } = useAccount();
  const [changeCount, setChangeCount] = useState(0);
  const [hasOtherAction, setHasOtherAction] = useState(false);
  return (
    <>
      <div className="account-heading">
        <h1>Безопасность</h1>
      </div>
      <PayoutFreezeNote user={user} />
      <section className="account-section narrow" aria-labelledby="password-heading">
        <h2 id="password-heading">Пароль</h2>
        <ChangePasswordForm isQuiet={hasOtherAction} onChanged={() => setChangeCount(count => count + 1)} />
      </section>
      <SecondFactor onMainAction={setHasOtherAction} />
      <PasskeySection />
      {/* A new password ends the other sessions. */}
      <SessionList api={api} revision={changeCount} />
      {hasAccountExtensions(user) && <JournalLink />}
    </>
  );
}
