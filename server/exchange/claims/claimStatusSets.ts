import { sql } from 'kysely';
import { CLAIM_STATUSES, isClosedStatus, type ClaimStatusCode } from '#core/claim/status.ts';

/** Statuses of open and of closed claims, see `CLAIM_STATUS_RULES`. */
export const OPEN_STATUSES = CLAIM_STATUSES.filter(status => !isClosedStatus(status));

/** In a query of `claims`: whether the claim is open, as in the partial indexes of migration `004-claims.ts`. */
export const isOpenClaim = sql<boolean>`claims.status in (${sql.join(OPEN_STATUSES.map(status => sql.lit(status)))})`;

/** Like `isOpenClaim`, for a claim on hold. */
export const isHeldClaim = sql<boolean>`claims.status = 'hold'`;

export const CLOSED_STATUSES = CLAIM_STATUSES.filter(isClosedStatus);

/** Statuses of claims whose payment may still arrive. Expired and cancelled ones can be paid late. */
export const AWAITED_PAYMENT_STATUSES: readonly ClaimStatusCode[] = [
  'waiting',
  'claimed',
  'hold',
  'expired',
  'cancelled',
];

/** Statuses before a payment target is shown, in which a payment cannot belong to the claim. */
export const UNPAYABLE_STATUSES: ReadonlySet<ClaimStatusCode> = new Set([
  'new',
  'verification',
  'requisites',
]);
