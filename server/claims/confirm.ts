import type { Kysely } from 'kysely';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { isClosed } from '#core/claim/status.ts';
import type { Context } from '../context.ts';
import type { Schema } from '../database/schema.ts';
import { attempt } from './attempt.ts';
import * as idempotency from './idempotency.ts';
import { fields, notFound, problem, type Refusal } from './refusal.ts';
import { transition } from './transition.ts';
import * as view from './view.ts';

/** The claim after its client's step. */
export interface Told {
  ok: true;
  status: ClaimStatus;
}

/**
 * «Я оплатил»: waiting → claimed. Said again, while the claim is open, it changes nothing; with the same Idempotency-Key
 * it gets the first answer again.
 */
export async function confirm(
  context: Context,
  id: string,
  key: string | undefined,
): Promise<Told | Refusal> {
  if (key !== undefined && !idempotency.isKey(key))
    return fields({ 'Idempotency-Key': { code: 'body_invalid' } });
  const hash = idempotency.hash(context.secret, { id });
  return attempt(context.db, async (trx): Promise<Told | Refusal> => {
    const found = key === undefined ? null : await idempotency.find(trx, 'confirm', key, hash);
    if (found?.found)
      return found.same
        ? { ok: true, status: JSON.parse(found.answer) as ClaimStatus }
        : problem(409, 'idempotency_conflict');
    const now = context.now();
    const moved = await transition(trx, { id, to: 'claimed', actor: 'client', now });
    if (!moved.ok) return again(context, trx, id);
    const status = await view.status(context, trx, moved.claim);
    if (key !== undefined) {
      const answer = JSON.stringify(status);
      await idempotency.record(trx, { scope: 'confirm', key, hash, claimId: id, answer, at: now });
    }
    return { ok: true, status };
  });
}

/** Who said so before hears how the claim is now; else the step is not in the table. */
async function again(context: Context, trx: Kysely<Schema>, id: string): Promise<Told | Refusal> {
  const claim = await trx.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirst();
  if (!claim) return notFound;
  const status = await view.status(context, trx, claim);
  const said = status.history.some(event => event.status === 'claimed');
  return said && !isClosed(claim.status)
    ? { ok: true, status }
    : problem(409, 'transition_forbidden', { status: claim.status });
}
