import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { ClaimRow } from '../database/claimRows.ts';

/** Statuses that may deserve an e-mail: the client has to act, or the claim has ended. All others are intermediate. */
export const MAIL_STATUSES = [
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
export type MailStatus = (typeof MAIL_STATUSES)[number];

export function isMailStatus(status: ClaimStatusCode): status is MailStatus {
  return (MAIL_STATUSES as readonly ClaimStatusCode[]).includes(status);
}

/**
 * Whether a claim's change to this status may be worth an e-mail. The e-mail itself depends on the state at delivery. A
 * transfer needs nobody, but cash (`city`) has to be collected.
 */
export function mayDeserveMail(status: ClaimStatusCode, { city }: Pick<ClaimRow, 'city'>): boolean {
  return isMailStatus(status) && (status !== 'payout' || city !== null);
}
