import { lazy, Suspense } from 'react';
import { usePasskeySupport } from '../../passkeys/usePasskeySupport.ts';
import { useAccount } from '../accountContext.ts';

/** Loads after the page, which works without it. */
const PasskeyList = lazy(async () => {
  const list = await import('./PasskeyList.tsx').catch(() => null);
  return { default: list ? list.PasskeyList : () => null };
});

/** The passkeys of the account. Renders nothing if the browser, the host or the backend supports none. */
export function PasskeySection() {
  const { user } = useAccount();
  const isSupported = usePasskeySupport();
  if (!isSupported || user.passkeys === undefined) return null;
  return (
    <Suspense fallback={<span className="skeleton session-skeleton account-section" aria-busy="true" />}>
      <PasskeyList />
    </Suspense>
  );
}
