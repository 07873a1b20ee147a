import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { attempt } from '../claims/attempt.ts';
import { problem, type Refusal } from '../claims/refusal.ts';
import type { Context } from '../context.ts';
import type { ClaimRow, Schema, VerificationRow } from '../database/schema.ts';
import { kept, numberOf } from './card.ts';
import { statusOf } from './state.ts';

/** The verification of a claim's card; `made` by this call, or open before it. */
export interface Begun {
  ok: true;
  row: VerificationRow;
  made: boolean;
}

/** Begins the verification that a claim waits for, or finds the one begun. 409 for a claim that waits for none. */
export function begin(context: Context, claim: ClaimRow): Promise<Begun | Refusal> {
  return attempt(context.db, async trx => {
    const before = await present(context, trx, claim);
    if (before) return { ok: true, row: before, made: false };
    const number = numberOf(requisites(claim.from_requisites), requisites(claim.to_requisites));
    if (claim.status !== 'verification' || number === null)
      return problem(409, 'transition_forbidden', { status: claim.status });
    const { bin, last4, hash } = kept(context.secret, number);
    const now = BigInt(context.now());
    const row: VerificationRow = {
      id: randomUUID(),
      claim_id: claim.id,
      status: 'draft',
      reason: null,
      bin,
      last4,
      card_hash: hash,
      expires_at: null,
      decided_at: null,
      created_at: now,
      updated_at: now,
    };
    await trx.insertInto('verifications').values(row).execute();
    return { ok: true, row, made: true };
  });
}

const requisites = (json: string) => JSON.parse(json) as Record<string, string>;

/** The newest one that is not over. */
async function present({ now }: Context, trx: Transaction<Schema>, claim: ClaimRow) {
  const row = await trx
    .selectFrom('verifications')
    .selectAll()
    .where('claim_id', '=', claim.id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && statusOf(row, claim, now()) !== 'expired' ? row : null;
}
