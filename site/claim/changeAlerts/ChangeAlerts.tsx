import { lazy, Suspense, type ComponentType } from 'react';
import type { ApiClient } from '#core/api/client.ts';
import { isClosedStatus } from '#core/claim/status.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import './ChangeAlerts.css';

/** The claim and its credentials: its secret, or without one the account of `api`. */
export interface ChangeAlertsProps {
  api: ApiClient;
  claim: ClaimStatus;
  secret: string | null;
}

/** Loads after the claim, which is complete without it. */
const ChangeAlertsControl = lazy(async (): Promise<{ default: ComponentType<ChangeAlertsProps> }> => {
  const control = await import('./ChangeAlertsControl.tsx').catch(() => null);
  return { default: control ? control.ChangeAlertsControl : () => null };
});

/**
 * Switches for alerts about the claim's status: a sound and a notification of the browser, and messages in Telegram.
 * Hidden, but mounted in a closed claim, so that its last status is announced, too.
 */
export function ChangeAlerts(props: ChangeAlertsProps) {
  const { id, status } = props.claim;
  return (
    <div className={isClosedStatus(status) ? 'change-alerts ended' : 'change-alerts'}>
      <Suspense fallback={null}>
        <ChangeAlertsControl key={id} {...props} />
      </Suspense>
    </div>
  );
}
