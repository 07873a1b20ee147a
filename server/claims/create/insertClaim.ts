import type { Transaction } from 'kysely';
import { holdReserve } from '../../catalogue/reserveLedger.ts';
import type { ClaimRow } from '../../database/claimRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';

/**
 * Inserts a claim in the caller's transaction: its row, its hold on the reserve, and its first event.
 * Returns false if the reserve is too small; the caller must then roll back. `isSimulated` marks a simulator's claim.
 */
export async function insertClaim(
  trx: Transaction<DatabaseSchema>,
  claim: ClaimRow,
  isSimulated: boolean,
): Promise<boolean> {
  const { id: claim_id, created_at: at } = claim;
  await trx.insertInto('claims').values(claim).execute();
  if (isSimulated) await trx.insertInto('simulated_claims').values({ claim_id }).execute();
  const holdEntry = { currencyId: claim.to_id, claimId: claim_id, amount: claim.to_amount, at: Number(at) };
  if (!(await holdReserve(trx, holdEntry))) return false;
  const initialStatus = {
    from_status: null,
    to_status: 'new',
    reason: null,
    actor: 'client',
    note: null,
  } as const;
  await trx
    .insertInto('claim_events')
    .values({ claim_id, ...initialStatus, at })
    .execute();
  return true;
}
