import type { ClaimStatusCode } from '#core/claim/status.ts';

/** Statuses that may deserve an e-mail: the client has to act, or the claim has ended. All others are intermediate. */
export const MAIL_STATUSES = [
  'verification',
  'requisites',
  'waiting',
  'hold',
  'refunding',
  'completed',
  'refunded',
  'rejected',
  'expired',
  'cancelled',
] as const satisfies readonly ClaimStatusCode[];
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** Whether a change to this status is worth an e-mail. The e-mail itself depends on the claim's state at delivery. */
export function isMailStatus(status: ClaimStatusCode): status is MailStatus {
  return (MAIL_STATUSES as readonly ClaimStatusCode[]).includes(status);
}
