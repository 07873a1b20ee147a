import type { Kysely } from 'kysely';
import { isClosed, type Reason, type Status } from '#core/claim/status.ts';
import type { Units } from '#core/exchange/amount.ts';
import type { ClaimRow, Schema } from '../database/schema.ts';
import * as facts from './facts.ts';
import { withdraw } from './offered.ts';
import * as recalculation from './recalculation.ts';
import { transition, type Change, type Moved } from './transition.ts';

/** Money that came in for a claim. */
export interface Money {
  /** Units of the send side, above zero. */
  amount: Units;
  /** The network's transaction or the bank's reference; the same one again is the same money. */
  reference?: string | null;
  /** When it came, milliseconds. */
  at: number;
  /** The server's clock, milliseconds, where the money came earlier than this is said. */
  now?: number;
  /** The course of that moment (`recalculation.present`); null or left out: a running server makes a late offer. */
  present?: recalculation.Present | null;
  /** Who says so; `system` unless told otherwise. */
  actor?: Change['actor'];
}

/** Nobody was told where to pay: money for such a claim is somebody else's. */
const UNPAYABLE: ReadonlySet<Status> = new Set(['new', 'verification', 'requisites']);
/** What more money changes nothing of; it is noted. */
const SETTLED: ReadonlySet<Status> = new Set([
  'payout',
  'payout_error',
  'refunding',
  'completed',
  'refunded',
  'rejected',
]);
/** Reasons of a hold that more money may end. */
const SUMS: ReadonlySet<Reason | null> = new Set<Reason | null>(['underpaid', 'overpaid', 'paid_late']);

/**
 * The one way money changes a claim, in the caller's transaction (to be undone on a refusal). Notes the payment; all that
 * came in within ±0.5 % of the sum is accepted and recalculated at the frozen course, and the claim goes on: crypto to
 * `confirming`, fiat to `paid`. Beyond, or after the deadline, it goes to `hold` with an offer.
 */
export async function received(
  trx: Kysely<Schema>,
  { id }: Pick<ClaimRow, 'id'>,
  money: Money,
): Promise<Moved> {
  const claim = await trx.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirst();
  if (!claim) return { ok: false, code: 'not_found' };
  if (UNPAYABLE.has(claim.status)) return { ok: false, code: 'transition_forbidden', status: claim.status };
  if (await isKnown(trx, claim, money)) return { ok: true, claim };
  const { amount, reference = null, at } = money;
  await trx
    .insertInto('payments')
    .values({ claim_id: id, amount, reference, at: BigInt(at) })
    .execute();
  const total = (await facts.received(trx, id)) ?? 0n;
  const { from } = await recalculation.currencies(trx, claim);
  const reason = isLate(claim, from.kind === 'crypto', at) ? 'paid_late' : beyond(total, claim.from_amount);
  // Examined for another reason, more money settles nothing.
  if (SETTLED.has(claim.status) || (claim.status === 'hold' && !SUMS.has(claim.reason)))
    return { ok: true, claim };
  if (claim.status === 'paid' && reason !== 'overpaid') return { ok: true, claim };
  if (reason === null) {
    const accepted = await accept(trx, claim, total, at);
    if (accepted) return walk(trx, claim, money, await forward(trx, claim), null);
    return hold(trx, claim, money, 'overpaid', total);
  }
  return hold(trx, claim, money, reason, total);
}

async function isKnown(trx: Kysely<Schema>, claim: ClaimRow, { reference }: Money): Promise<boolean> {
  if (!reference) return false;
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('claim_id', '=', claim.id)
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether the time to pay had run out when the money came. Coins count from when the network shows them; of a transfer
 * the client has said in time that it is sent, and when it is noted is up to the bank and the operator.
 */
function isLate({ status, reason, deadline }: ClaimRow, crypto: boolean, at: number): boolean {
  if (isClosed(status) || reason === 'paid_late') return true;
  const waits = status === 'waiting' || status === 'hold' || (status === 'claimed' && crypto);
  return waits && deadline !== null && deadline <= BigInt(at);
}

/** How `total` misses the sum by more than 0.5 %; null when it does not. */
function beyond(total: Units, sum: Units): 'underpaid' | 'overpaid' | null {
  const gap = total > sum ? total - sum : sum - total;
  if (gap * 1000n <= sum * 5n) return null;
  return total > sum ? 'overpaid' : 'underpaid';
}

/** The claim's sums are what came in; false when the reserve has not the little more that this takes. */
async function accept(trx: Kysely<Schema>, claim: ClaimRow, total: Units, at: number): Promise<boolean> {
  if (total === claim.from_amount) return true;
  const reason = total < claim.from_amount ? 'underpaid' : 'overpaid';
  const own = recalculation.frozen(claim);
  const row = await recalculation.count(trx, claim, { ...own, reason, amount: total, state: 'applied', at });
  if (row === null) return false;
  if (await recalculation.apply(trx, claim, row, at)) return true;
  await trx.updateTable('recalculations').set({ state: 'refused' }).where('id', '=', row.id).execute();
  return false;
}

/** The statuses to go through when all that was asked for is there. */
async function forward(trx: Kysely<Schema>, { status, from_id, to_id }: ClaimRow): Promise<Status[]> {
  const { from } = await recalculation.currencies(trx, { from_id, to_id });
  const crypto = from.kind === 'crypto';
  if (status === 'waiting') return crypto ? ['confirming'] : ['claimed', 'paid'];
  if (status === 'claimed') return crypto ? ['confirming'] : ['paid'];
  if (status === 'hold') return crypto ? ['waiting', 'confirming'] : ['paid'];
  if (crypto) return [];
  return status === 'confirming' ? ['aml', 'paid'] : status === 'aml' ? ['paid'] : [];
}

/** To `hold`, by the way that the table has, with an offer of what came in. */
async function hold(
  trx: Kysely<Schema>,
  claim: ClaimRow,
  money: Money,
  reason: Reason,
  total: Units,
): Promise<Moved> {
  // What was not seen before is seen now, by the step that the table has for it.
  const [seen = 'hold'] = reason === 'paid_late' ? (['expired'] as const) : await forward(trx, claim);
  const way: Status[] = claim.status === 'hold' ? [] : claim.status === 'waiting' ? [seen, 'hold'] : ['hold'];
  const moved = await walk(trx, claim, money, way, reason);
  if (!moved.ok) return moved;
  if (claim.status === 'hold')
    await trx.updateTable('claims').set({ reason }).where('id', '=', claim.id).execute();
  await offer(trx, claim, reason, total, money);
  const held = await trx
    .selectFrom('claims')
    .selectAll()
    .where('id', '=', claim.id)
    .executeTakeFirstOrThrow();
  return { ok: true, claim: held };
}

/** Offers what came in: at the frozen course, late at the lower of it and the present one. */
export async function offer(
  trx: Kysely<Schema>,
  claim: ClaimRow,
  reason: Reason,
  total: Units,
  { at, present = null }: Pick<Money, 'at' | 'present'>,
): Promise<void> {
  const late = reason === 'paid_late';
  if (late && present === null) return withdraw(trx, claim.id);
  const price = late && present ? recalculation.lower(claim, present) : recalculation.frozen(claim);
  await recalculation.count(trx, claim, { ...price, reason, amount: total, state: 'offered', at });
}

/** One status after the other; only the last one has the reason. */
async function walk(
  trx: Kysely<Schema>,
  claim: ClaimRow,
  { at, now = at, actor = 'system' }: Money,
  way: readonly Status[],
  reason: Reason | null,
): Promise<Moved> {
  let moved: Moved = { ok: true, claim };
  for (const [index, to] of way.entries()) {
    const last = index === way.length - 1;
    moved = await transition(trx, { id: claim.id, to, actor, now, reason: last ? reason : null });
    if (!moved.ok) return moved;
  }
  if (way.length > 0) return moved;
  const row = await trx.selectFrom('claims').selectAll().where('id', '=', claim.id).executeTakeFirstOrThrow();
  return { ok: true, claim: row };
}
