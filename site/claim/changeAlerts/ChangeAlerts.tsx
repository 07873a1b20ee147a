import { lazy, Suspense, type ComponentType } from 'react';
import { isClosedStatus } from '#core/claim/status.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import './ChangeAlerts.css';

/** Loads after the claim, which is complete without it. */
const ChangeAlertsControl = lazy(async (): Promise<{ default: ComponentType<{ claim: ClaimStatus }> }> => {
  const control = await import('./ChangeAlertsControl.tsx').catch(() => null);
  return { default: control ? control.ChangeAlertsControl : () => null };
});

/** Lets a claim's changes be told by a sound and a notification of the browser. A claim that ends is told, too. */
export function ChangeAlerts({ claim }: { claim: ClaimStatus }) {
  return (
    <div className={isClosedStatus(claim.status) ? 'change-alerts ended' : 'change-alerts'}>
      <Suspense fallback={null}>
        <ChangeAlertsControl key={claim.id} claim={claim} />
      </Suspense>
    </div>
  );
}
