import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';

/** Statuses that may need an e-mail: the client has to act, or the claim has ended. All others are intermediate. */
const EMAIL_STATUSES = [
  'verification',
  'requisites',
  'waiting',
  'hold',
  'payout',
  'refunding',
  'completed',
  'refunded',
  'rejected',
  'expired',
  'cancelled',
] as const satisfies readonly ClaimStatusCode[];
export type EmailStatus = (typeof EMAIL_STATUSES)[number];

export function isEmailStatus(status: ClaimStatusCode): status is EmailStatus {
  return (EMAIL_STATUSES as readonly ClaimStatusCode[]).includes(status);
}

/**
 * Whether a claim's change to this status may need an e-mail. The state at delivery decides whether it is sent. A
 * transfer needs no action of the client, but cash (`city`) has to be collected.
 */
export function needsEmail(status: ClaimStatusCode, { city }: Pick<ClaimRow, 'city'>): boolean {
  return isEmailStatus(status) && (status !== 'payout' || city !== null);
}
