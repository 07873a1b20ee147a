import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { User } from '#core/contract/user.ts';
import { lazyExtra } from '../../elements/lazyComponent.ts';
import { usePasskeySupport } from '../../passkeys/usePasskeySupport.ts';
import { routePaths } from '../../routePaths.ts';
import { hasAccountExtensions, useAccount } from '../accountContext.ts';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import { formatFullDate } from '../journal/formatFullDate.ts';
import { SessionList } from './SessionList.tsx';
import '../../elements/form/form.css';

/** Load after the page, which works without them. */
const SecondFactorSection = lazyExtra(
  () => import('../secondFactor/SecondFactorSection.tsx'),
  'SecondFactorSection',
);
const PasskeyList = lazyExtra(() => import('../passkeys/PasskeyList.tsx'), 'PasskeyList');

const SectionSkeleton = () => <span className="skeleton session-skeleton account-section" aria-busy="true" />;

/** Page /account/safety: the password, the second factor, the passkeys and the devices of the account. */
export function SafetyPage() {
  const { api, user } = useAccount();
  const [changeCount, setChangeCount] = useState(0);
  const [hasOtherAction, setHasOtherAction] = useState(false);
  // The browser, the host or the backend may support none.
  const hasPasskeys = usePasskeySupport() && user.passkeys !== undefined;
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
      {user.twoFactor !== undefined && (
        <Suspense fallback={<SectionSkeleton />}>
          <SecondFactorSection onMainAction={setHasOtherAction} />
        </Suspense>
      )}
      {hasPasskeys && (
        <Suspense fallback={<SectionSkeleton />}>
          <PasskeyList />
        </Suspense>
      )}
      {/* A new password ends the other sessions. */}
      <SessionList api={api} revision={changeCount} />
      {hasAccountExtensions(user) && <JournalLink />}
    </>
  );
}

/** Note with the end of the payout freeze, after the owner has stopped the account. */
function PayoutFreezeNote({ user: { payoutsFrozenUntil } }: { user: User }) {
  const [openedAt] = useState(() => Date.now());
  if (payoutsFrozenUntil == null || Date.parse(payoutsFrozenUntil) <= openedAt) return null;
  return (
    <p className="account-note">
      Выплаты остановлены до {formatFullDate(payoutsFrozenUntil)}: в письме нажали «Это не я».
    </p>
  );
}

function JournalLink() {
  return (
    <section className="account-section" aria-labelledby="journal-heading">
      <h2 id="journal-heading">Журнал</h2>
      <p className="section-text">Входы, выходы и изменения аккаунта за последний год.</p>
      <Link className="button" to={routePaths.journal}>
        Открыть журнал
      </Link>
    </section>
  );
}
