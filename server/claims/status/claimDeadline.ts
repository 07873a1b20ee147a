import type { Kysely } from 'kysely';
import type { ClaimRow } from '../../database/claimRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';

/** How long a client may take to send photos of a card; the payment window starts when they are approved. */
export const VERIFICATION_WINDOW_MS = 24 * 60 * 60_000;

/** How long a bank transfer or cash is awaited after the client reported it; a network has the payment window only. */
export const CLAIMED_WINDOW_MS = 3 * 60 * 60_000;

/** Sets the deadline of a claim in `verification` to a full window after `since` (milliseconds). */
export async function restartVerificationDeadline(
  trx: Kysely<DatabaseSchema>,
  claim: Pick<ClaimRow, 'id'>,
  since: number,
): Promise<void> {
  await setVerificationDeadline(trx, claim, BigInt(since + VERIFICATION_WINDOW_MS));
}

/** Sets the deadline of a claim in `verification`, milliseconds; null: none. Other statuses keep theirs. */
export async function setVerificationDeadline(
  trx: Kysely<DatabaseSchema>,
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
