import type { Transaction } from 'kysely';
import type { VerificationStatus } from '#core/contract/verification.ts';
import { payable } from '../claims/payable.ts';
import { transition } from '../claims/transition.ts';
import type { Context } from '../context.ts';
import type { ClaimRow, Schema } from '../database/schema.ts';
import { writeRejection } from '../mail/outbox.ts';
import { approvedUntil } from './approved.ts';
import { photos } from './state.ts';
import { present, time } from './submit.ts';

/** What an operator says of a card; `reason` is a sentence for its owner. */
export type Decision = { approve: true } | { approve: false; reason: string };

/** The claim after the decision, or why there is none; `status` is what the verification is now. */
export type Decided =
  | { ok: true; claim: ClaimRow }
  | { ok: false; code: 'not_found' }
  | { ok: false; code: 'transition_forbidden'; status: VerificationStatus };

/**
 * Decides on a verification that was sent in; `trx` is the caller's transaction, to be rolled back on a refusal. An
 * approval lets the claim that waits for it go on to be paid; a rejection leaves it there with a whole window of time for
 * new photos.
 */
export async function decide(
  exchange: Pick<Context, 'catalogue' | 'config' | 'secret'>,
  trx: Transaction<Schema>,
  id: string,
  decision: Decision,
  now: number,
): Promise<Decided> {
  const found = await present(trx, id, now);
  if (!found) return { ok: false, code: 'not_found' };
  if (found.status !== 'pending') return { ok: false, code: 'transition_forbidden', status: found.status };
  const last = (await photos(trx, found.row)).at(-1)?.at ?? 0n;
  // Never before a photo it is about, whatever the clock's grain.
  const decidedAt = last > BigInt(now) ? last : BigInt(now);
  await trx
    .updateTable('verifications')
    .set({
      status: decision.approve ? 'approved' : 'rejected',
      reason: decision.approve ? null : decision.reason,
      expires_at: decision.approve ? BigInt(approvedUntil(now)) : null,
      decided_at: decidedAt,
      updated_at: BigInt(now),
    })
    .where('id', '=', id)
    .execute();
  const waits = found.claim.status === 'verification';
  if (waits && decision.approve) await goOn(exchange, trx, found.claim, now);
  if (waits && !decision.approve) await time(trx, found.claim, now);
  const claim = await trx
    .selectFrom('claims')
    .selectAll()
    .where('id', '=', found.claim.id)
    .executeTakeFirstOrThrow();
  // The claim's status stays, so nothing else tells its owner.
  if (waits && !decision.approve)
    await writeRejection(trx, claim, { id, reason: decision.reason, at: decidedAt });
  return { ok: true, claim };
}

/** Says where to pay and starts the payment window; without a requisite to give out the claim waits for one. */
async function goOn(
  exchange: Pick<Context, 'catalogue' | 'config' | 'secret'>,
  trx: Transaction<Schema>,
  claim: ClaimRow,
  now: number,
): Promise<void> {
  // Before the change of status, since its letter names the deadline.
  const to = (await payable(exchange, trx, claim, now)) ? 'waiting' : 'requisites';
  const { id } = claim;
  const moved = await transition(trx, { id, to, actor: 'operator', note: 'card approved', now });
  if (!moved.ok) throw new Error(`a claim whose card is approved could not become ${to}: ${moved.code}`);
}
