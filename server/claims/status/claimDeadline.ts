import type { Kysely } from 'kysely';
import type { ClaimRow } from '../../database/claimRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { getPaymentWindowMs } from '../payment/paymentTarget.ts';

/** Sets the deadline of a claim in `verification` to a full payment window after `since` (milliseconds). */
export async function restartVerificationDeadline(
  trx: Kysely<DatabaseSchema>,
  claim: Pick<ClaimRow, 'id' | 'from_id'>,
  since: number,
): Promise<void> {
  const { kind } = await trx
    .selectFrom('currencies')
    .select('kind')
    .where('id', '=', claim.from_id)
    .executeTakeFirstOrThrow();
  await setVerificationDeadline(trx, claim, BigInt(since + getPaymentWindowMs(kind)));
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
