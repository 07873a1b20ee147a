import type { Kysely, Selectable } from 'kysely';
import type { Status } from '#core/claim/status.ts';
import { attempt } from '../claims/attempt.ts';
import { received } from '../claims/facts.ts';
import * as money from '../claims/money.ts';
import { knownPlace } from '../claims/place.ts';
import * as recalculation from '../claims/recalculation.ts';
import { transition, type Moved } from '../claims/transition.ts';
import type { Context } from '../context.ts';
import type { ClaimRow, Schema } from '../database/schema.ts';
import { repeated, type Repeated } from '../repeat.ts';
import { decide } from '../verification/decide.ts';
import { CONFIRMED } from './confirmations.ts';

type Claim = Selectable<ClaimRow>;

/** What the play-back does with a claim that has been in a status for `after` milliseconds. */
interface Step {
  after: number;
  /** `money`: all that was asked for has come in. */
  to: Status | 'money';
}

const STEPS: Partial<Record<Status, Step>> = {
  claimed: { after: 3_000, to: 'money' },
  confirming: { after: CONFIRMED, to: 'aml' },
  aml: { after: 2_000, to: 'paid' },
  paid: { after: 2_000, to: 'payout' },
  payout: { after: 3_000, to: 'completed' },
  payout_error: { after: 5_000, to: 'payout' },
  refunding: { after: 4_000, to: 'refunded' },
};

/** A card is looked at for so long, milliseconds. */
const LOOKED_AT = 4_000;

const PAUSE = 500;

/**
 * One round of the play-back: moves each claim whose time has come one step on, approves cards that were sent in, and
 * answers how many those were. Where a person has to decide (hold) it waits for one; simulated claims it leaves alone.
 */
export async function play(context: Context): Promise<number> {
  let count = 0;
  for (const claim of await moving(context.db)) if (await advance(context, claim)) count++;
  const { db, now } = context;
  for (const id of await lookedAt(context)) {
    const decided = await attempt(db, trx => decide(context, trx, id, { approve: true }, now()));
    if (decided.ok) count++;
  }
  return count;
}

/** The play-back while the server runs. Only for OPERATOR=demo: it pays out without money. */
export function operator(context: Context): Repeated {
  if (context.config.operator !== 'demo') throw new Error('the demo operator needs OPERATOR=demo');
  return repeated(
    PAUSE,
    () => play(context),
    error => context.log.error({ err: error }, 'the demo operator failed'),
  );
}

function moving(db: Kysely<Schema>): Promise<Claim[]> {
  return db
    .selectFrom('claims')
    .selectAll()
    .where('status', 'in', Object.keys(STEPS) as Status[])
    .where('id', 'not in', query => query.selectFrom('simulated_claims').select('claim_id'))
    .orderBy('updated_at')
    .execute();
}

async function lookedAt({ db, now }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom('verifications')
    .select('id')
    .where('status', '=', 'pending')
    .where('updated_at', '<=', BigInt(now() - LOOKED_AT))
    .where('claim_id', 'not in', query => query.selectFrom('simulated_claims').select('claim_id'))
    .execute();
  return rows.map(({ id }) => id);
}

async function advance(context: Context, claim: Claim): Promise<boolean> {
  const { db, now } = context;
  const step = STEPS[claim.status];
  if (!step || now() - Number(claim.updated_at) < step.after) return false;
  if (step.to === 'money') return pay(context, claim);
  if (step.to === 'refunded' && !hasPlace(context, claim)) return false;
  const { id, status: from } = claim;
  const change = { id, from, to: step.to, actor: 'operator', note: 'demo', now: now() } as const;
  return (await attempt(db, trx => transition(trx, change))).ok;
}

/** What is still missing comes at the moment at which its sender reported it. */
async function pay(context: Context, claim: Claim): Promise<boolean> {
  const { db, now } = context;
  const { id, from_amount, updated_at } = claim;
  const present = await recalculation.present(context, db, claim);
  const paid = await attempt(db, async (trx): Promise<Moved> => {
    const there = await trx.selectFrom('claims').select('status').where('id', '=', id).executeTakeFirst();
    const amount = from_amount - ((await received(trx, id)) ?? 0n);
    // A merchant may have been faster.
    if (there?.status !== 'claimed' || amount <= 0n) return { ok: false, code: 'not_found' };
    const when = { at: Number(updated_at), now: now(), present };
    return money.received(trx, claim, { amount, reference: 'demo', actor: 'operator', ...when });
  });
  return paid.ok;
}

function hasPlace({ catalogue }: Context, claim: Claim): boolean {
  const from = catalogue.currency(Number(claim.from_id));
  return from !== undefined && knownPlace(from, claim) !== null;
}
