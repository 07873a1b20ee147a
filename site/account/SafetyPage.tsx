import { useState } from 'react';
import { useAccount } from './accountContext.ts';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import { SessionList } from './SessionList.tsx';
import '../elements/form/form.css';

/** Page /account/safety: the password and the devices of the account. */
export function SafetyPage() {
  const { api } = useAccount();
  const [changeCount, setChangeCount] = useState(0);
  return (
    <>
      <div className="account-heading">
        <h1>Безопасность</h1>
      </div>
      <section className="account-section narrow" aria-labelledby="password-heading">
        <h2 id="password-heading">Пароль</h2>
        <ChangePasswordForm onChanged={() => setChangeCount(count => count + 1)} />
      </section>
      {/* A new password ends the other sessions. */}
      <SessionList api={api} revision={changeCount} />
    </>
  );
}
