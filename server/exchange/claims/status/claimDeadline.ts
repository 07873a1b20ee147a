import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { loadClaimCurrencies } from '../recalculation/recalculation.ts';

/** How long a client may take to send photos of a card; the payment window starts after their approval. */
export const VERIFICATION_WINDOW_MS = 24 * 60 * 60_000;

/** How long a reported bank transfer or cash payment is awaited. */
const CLAIMED_WINDOW_MS = 3 * 60 * 60_000;

/** Extends the deadline of a reported payment, except in a network, where it is visible within the payment window. */
export async function prolongReportedPayment(
  trx: Db,
  claim: Pick<ClaimRow, 'id' | 'from_id' | 'to_id'>,
  now: number,
): Promise<void> {
  const { from } = await loadClaimCurrencies(trx, claim);
  if (from.kind === 'crypto') return;
  await trx
    .updateTable('claims')
    .set({ deadline: BigInt(now + CLAIMED_WINDOW_MS) })
    .where('id', '=', claim.id)
    .where('status', '=', 'claimed')
    .execute();
}

/** Sets the deadline of a claim in `verification` to a full window after `since` (milliseconds). */
export async function restartVerificationDeadline(
  trx: Db,
  claim: Pick<ClaimRow, 'id'>,
  since: number,
): Promise<void> {
  await setVerificationDeadline(trx, claim, BigInt(since + VERIFICATION_WINDOW_MS));
}

/** Sets the deadline of a claim in `verification`, milliseconds; null: none. Other statuses keep theirs. */
export async function setVerificationDeadline(
  trx: Db,
  { id }: Pick<ClaimRow, 'id'>,
  deadline: bigint | null,
): Promise<void> {
  await trx
    .updateTable('claims')
    .set({ deadline })
    .where('id', '=', id)
    .where('status', '=', 'verification')
    .execute();
}
