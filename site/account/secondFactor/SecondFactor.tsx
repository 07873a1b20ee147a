import { lazy, Suspense, type ComponentType } from 'react';
import { useAccount } from '../accountContext.ts';

export interface SecondFactorProps {
  /** Reports whether the section has the page's main action. */
  onMainAction: (hasMainAction: boolean) => void;
}

/** Loads after the page, which works without it. */
const SecondFactorSection = lazy(async () => {
  const section = await import('./SecondFactorSection.tsx').catch(() => null);
  const Section: ComponentType<SecondFactorProps> = section ? section.SecondFactorSection : () => null;
  return { default: Section };
});

/** The second factor of the account. Renders nothing if the backend has none. */
export function SecondFactor({ onMainAction }: SecondFactorProps) {
  const { user } = useAccount();
  if (user.twoFactor === undefined) return null;
  return (
    <Suspense fallback={<span className="skeleton session-skeleton account-section" aria-busy="true" />}>
      <SecondFactorSection onMainAction={onMainAction} />
    </Suspense>
  );
}
