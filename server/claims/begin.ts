import type { Transaction } from 'kysely';
import * as reserve from '../catalogue/reserve.ts';
import type { ClaimRow, Schema } from '../database/schema.ts';
import * as outbox from '../mail/outbox.ts';

/**
 * A claim's first moment, in the caller's transaction: its row, its part of the reserve, its first event and letter.
 * False when the reserve has not that much; the transaction is to be undone then. A `simulated` one is marked as such.
 */
export async function begin(trx: Transaction<Schema>, claim: ClaimRow, simulated: boolean): Promise<boolean> {
  const { id: claim_id, created_at: at } = claim;
  await trx.insertInto('claims').values(claim).execute();
  if (simulated) await trx.insertInto('simulated_claims').values({ claim_id }).execute();
  const hold = { currencyId: claim.to_id, claimId: claim_id, amount: claim.to_amount, at: Number(at) };
  if (!(await reserve.hold(trx, hold))) return false;
  const first = { from_status: null, to_status: 'new', reason: null, actor: 'client', note: null } as const;
  const event = await trx
    .insertInto('claim_events')
    .values({ claim_id, ...first, at })
    .returningAll()
    .executeTakeFirstOrThrow();
  await outbox.write(trx, claim, event);
  return true;
}
