import type { Transaction } from 'kysely';
import type { SimulatorMove } from '#core/contract/simulator.ts';
import { allows, type Reason, type Status } from '#core/claim/status.ts';
import type { Units } from '#core/exchange/amount.ts';
import { exact } from '../claims/amounts.ts';
import { received } from '../claims/facts.ts';
import * as money from '../claims/money.ts';
import { payable } from '../claims/payable.ts';
import type { Present } from '../claims/recalculation.ts';
import { fields, notFound, problem, type Refusal } from '../claims/refusal.ts';
import { transition } from '../claims/transition.ts';
import type { Context } from '../context.ts';
import type { ClaimRow, Schema } from '../database/schema.ts';
import { way } from './way.ts';

/** Where a claim has to be for money to bring it into `hold` for this reason, and how much of its sum that is. */
const HOLDS: Partial<Record<Reason, { from: readonly Status[]; percent: bigint }>> = {
  underpaid: { from: ['waiting', 'claimed', 'confirming'], percent: 80n },
  overpaid: { from: ['waiting', 'claimed', 'confirming'], percent: 120n },
  paid_late: { from: ['expired', 'cancelled'], percent: 100n },
};

/** The claim after the drive, or why it stays as it was. */
export type Driven = { ok: true; claim: ClaimRow } | Refusal;

/**
 * Drives a claim to a status and a reason, by money where money leads there, else by the shortest way that the table
 * allows; `trx` is the caller's transaction, to be undone on a refusal. `present`: the course of a late payment.
 */
export async function drive(
  context: Context,
  trx: Transaction<Schema>,
  claim: ClaimRow,
  { status: to, reason, amount: text }: SimulatorMove,
  decimals: number,
  present: Present | null,
): Promise<Driven> {
  if (claim.status === to && claim.reason === reason && text === null) return { ok: true, claim };
  const amount = text === null ? null : exact(text, decimals);
  if (text !== null && (amount === null || amount <= 0n))
    return fields({ amount: { code: 'number_format' } });
  const held = to === 'hold' && reason !== null ? HOLDS[reason] : undefined;
  let there: Driven = { ok: true, claim };
  // A new claim is told where to pay before anything else can be said of its payment.
  if (claim.status === 'new' && !allows('new', to) && reason !== 'verification_failed')
    there = await walk(context, trx, claim, 'waiting', null);
  if (there.ok && held && !held.from.includes(there.claim.status))
    there = await walk(context, trx, there.claim, held.from[0] ?? 'waiting', null);
  if (there.ok && (amount !== null || held))
    there = await pay(context, trx, there.claim, amount, held?.percent ?? 100n, present);
  if (!there.ok || (there.claim.status === to && (reason === null || there.claim.reason === reason)))
    return there;
  return walk(context, trx, there.claim, to, reason);
}

async function pay(
  { now }: Context,
  trx: Transaction<Schema>,
  claim: ClaimRow,
  amount: Units | null,
  percent: bigint,
  present: Present | null,
): Promise<Driven> {
  const before = (await received(trx, claim.id)) ?? 0n;
  const asked = amount ?? (claim.from_amount * percent) / 100n - before;
  if (asked <= 0n) return forbidden(claim.status);
  const moved = await money.received(trx, claim, { amount: asked, at: now(), present, actor: 'operator' });
  if (moved.ok) return moved;
  return moved.code === 'not_found' ? notFound : forbidden(moved.status);
}

async function walk(
  context: Context,
  trx: Transaction<Schema>,
  claim: ClaimRow,
  to: Status,
  reason: Reason | null,
): Promise<Driven> {
  const steps = way(claim.status, to);
  if (steps === null) return forbidden(claim.status);
  let there = claim;
  for (const [index, status] of steps.entries()) {
    const now = context.now();
    if (status === 'waiting' && !(await payable(context, trx, there, now))) return forbidden(claim.status);
    const moved = await transition(trx, {
      id: claim.id,
      to: status,
      reason: index === steps.length - 1 ? reason : null,
      actor: 'operator',
      note: 'simulator',
      now,
    });
    if (!moved.ok) return moved.code === 'not_found' ? notFound : forbidden(claim.status);
    there = moved.claim;
  }
  return { ok: true, claim: there };
}

const forbidden = (status: Status): Refusal => problem(409, 'transition_forbidden', { status });
