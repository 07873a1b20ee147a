import { Suspense } from 'react';
import type { ApiClient } from '#core/api/client.ts';
import { isClosedStatus } from '#core/claim/status.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { lazyExtra } from '../../elements/lazyComponent.ts';
import './ChangeAlerts.css';

/** The claim and its credentials: its secret, or without one the account of `api`. */
export interface ChangeAlertsProps {
  api: ApiClient;
  claim: ClaimStatus;
  secret: string | null;
}

/** Loads after the claim, which is complete without it. */
const ChangeAlertsControl = lazyExtra(() => import('./ChangeAlertsControl.tsx'), 'ChangeAlertsControl');

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
