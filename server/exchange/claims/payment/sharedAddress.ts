import type { InferResult } from 'kysely';
import type { Units } from '#core/exchange/amount.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { AWAITED_PAYMENT_STATUSES, isHeldClaim, isOpenClaim } from '../claimStatusSets.ts';
import { parsePaymentTarget } from './paymentTarget.ts';
import { selectReceivedTotal } from './receivedTotal.ts';

/** Largest shift of an amount: 1/1000 of it, 0.1 %. */
const SHIFT_DIVISOR = 1000n;

/** How long after the end of a claim its payment may still arrive, milliseconds. */
const ENDED_CLAIM_MS = 24 * 3_600_000;

/** An amount that a claim expects at an address without a memo. */
interface ExpectedAmount {
  claim: Pick<ClaimRow, 'id' | 'public_number' | 'status' | 'deadline'>;
  address: string;
  amount: Units;
}

/** Returns the address of a payment target that other claims may share; null for a card, a memo or a merchant. */
export function getSharedAddress(payTo: string | null): string | null {
  const target = parsePaymentTarget(payTo);
  return target?.kind === 'address' && target.memo === null ? target.value : null;
}

/**
 * Lists the amounts from `min` to `max` that open claims expect in a currency at addresses without a memo. Only the
 * amount assigns a payment there to its claim. A partly paid claim also expects the rest. Simulated claims expect no
 * money.
 */
async function listExpectedAmounts(
  db: Db,
  currencyId: bigint,
  min: Units,
  max: Units,
): Promise<ExpectedAmount[]> {
  const rows = await selectExpectingClaims(db, currencyId, min, max).execute();
  return toExpectedAmounts(rows).filter(({ amount }) => amount >= min && amount <= max);
}

/** Lists the addresses at which the claims of `selectExpectingClaims` expect exactly this amount. */
export function listTakenAddresses(rows: readonly AddressedClaim[], amount: Units): string[] {
  return toExpectedAmounts(rows)
    .filter(expected => expected.amount === amount)
    .map(({ address }) => address);
}

/** Selects the claims that may expect an amount from `min` to `max`, for `listTakenAddresses`. */
export function selectExpectingClaims(db: Db, currencyId: bigint, min: Units, max: Units) {
  // Two queries, because no index serves both conditions.
  const ofAmount = selectAddressedClaims(db, currencyId)
    .where(isOpenClaim)
    .where('from_amount', '>=', min)
    .where('from_amount', '<=', max);
  const onHold = selectAddressedClaims(db, currencyId)
    .where(isHeldClaim)
    .where(({ or, eb }) => or([eb('from_amount', '<', min), eb('from_amount', '>', max)]));
  return ofAmount.unionAll(onHold);
}

/** Selects the claims of a currency with a payment target, and their received totals. Simulated ones are left out. */
function selectAddressedClaims(db: Db, currencyId: bigint) {
  return db
    .selectFrom('claims')
    .select(['id', 'public_number', 'status', 'deadline', 'pay_to', 'from_amount'])
    .select(selectReceivedTotal())
    .where('from_id', '=', currencyId)
    .where('pay_to', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('simulated_claims')
            .select('simulated_claims.claim_id')
            .whereRef('simulated_claims.claim_id', '=', 'claims.id'),
        ),
      ),
    );
}

type AddressedClaim = InferResult<ReturnType<typeof selectAddressedClaims>>[number];

function toExpectedAmounts(rows: readonly AddressedClaim[]): ExpectedAmount[] {
  return rows.flatMap(({ pay_to, from_amount, received, ...claim }) => {
    const address = getSharedAddress(pay_to);
    if (address === null) return [];
    const rest = from_amount - BigInt(received ?? 0);
    const amounts = rest > 0n && rest < from_amount ? [from_amount, rest] : [from_amount];
    return amounts.map(amount => ({ claim, address, amount }));
  });
}

/**
 * The result of `shiftAmount`: the nearest free amount; `outside`: no amount is within the limits; `taken`: all amounts
 * are taken, the first until `freeAt`, milliseconds.
 */
export type ShiftResult =
  | { ok: true; amount: Units }
  | { ok: false; reason: 'outside' }
  | { ok: false; reason: 'taken'; freeAt: bigint | null };

/**
 * Finds the amount nearest to `amount`, at most 0.1 % away and within the limits, that no open claim expects at one of
 * the currency's active addresses. Null if the currency has no address without a memo.
 */
export async function shiftAmount(
  db: Db,
  currencyId: bigint,
  amount: Units,
  limits: { min: Units; max: Units | null },
): Promise<ShiftResult | null> {
  const addresses = await listSharedAddresses(db, currencyId);
  if (addresses.length === 0) return null;
  const maxShift = amount / SHIFT_DIVISOR;
  const min = limits.min > amount - maxShift ? limits.min : amount - maxShift;
  const max = limits.max !== null && limits.max < amount + maxShift ? limits.max : amount + maxShift;
  if (min > max || min > amount || max < amount) return { ok: false, reason: 'outside' };
  const expected = await listExpectedAmounts(db, currencyId, min, max);
  const takenByAmount = Map.groupBy(expected, one => one.amount);
  const isFree = (candidate: Units) => {
    const taken = takenByAmount.get(candidate)?.map(({ address }) => address) ?? [];
    return addresses.some(address => !taken.includes(address));
  };
  const free = findNearest(amount, { min, max }, maxShift, isFree);
  if (free !== null) return { ok: true, amount: free };
  const deadlines = expected.flatMap(({ claim }) => (claim.deadline === null ? [] : [claim.deadline]));
  return { ok: false, reason: 'taken', freeAt: deadlines.toSorted((a, b) => (a < b ? -1 : 1))[0] ?? null };
}

/**
 * Finds the free amount nearest to `amount`, up before down. The first step is a hundredth of the largest shift, since
 * wallets round small digits away; the last step is the smallest unit. Each failed attempt matches a taken amount, so
 * the number of taken amounts bounds the search.
 */
function findNearest(
  amount: Units,
  { min, max }: { min: Units; max: Units },
  maxShift: Units,
  isFree: (candidate: Units) => boolean,
): Units | null {
  let step = 1n;
  while (step * 1000n <= maxShift) step *= 10n;
  for (; step >= 1n; step /= 10n)
    for (
      let [up, down] = [amount + step, amount - step];
      up <= max || down >= min;
      up += step, down -= step
    ) {
      if (up <= max && isFree(up)) return up;
      if (down >= min && isFree(down)) return down;
    }
  return null;
}

/**
 * Returns another claim at the address of `claim` that expects exactly this amount and is the more likely recipient of
 * a payment: an open claim, or one that ended without money in the last day. Null if there is none.
 */
export async function findExactMatch(
  db: Db,
  claim: ClaimRow,
  amount: Units,
  now: number,
): Promise<ExpectedAmount['claim'] | null> {
  const address = getSharedAddress(claim.pay_to);
  if (address === null) return null;
  const matches = await listExactMatches(db, { currencyId: claim.from_id, address, amount }, now);
  return matches.find(({ id }) => id !== claim.id) ?? null;
}

/**
 * Lists the claims that expect exactly this amount at a shared address: the open ones, then those that ended without
 * money in the last day.
 */
export async function listExactMatches(
  db: Db,
  { currencyId, address, amount }: { currencyId: bigint; address: string; amount: Units },
  now: number,
): Promise<ExpectedAmount['claim'][]> {
  const ended = await selectAddressedClaims(db, currencyId)
    .where('status', 'in', ['expired', 'cancelled'])
    .where('from_amount', '=', amount)
    .where('updated_at', '>', BigInt(now - ENDED_CLAIM_MS))
    .execute();
  const expected = [
    ...(await listExpectedAmounts(db, currencyId, amount, amount)),
    ...toExpectedAmounts(ended.filter(({ received }) => received === null)),
  ];
  return expected.filter(one => one.address === address && isAwaited(one)).map(({ claim }) => claim);
}

/** Whether the claim still expects this amount: a claim whose payment is being processed needs no other. */
function isAwaited({ claim: { status } }: ExpectedAmount): boolean {
  return AWAITED_PAYMENT_STATUSES.includes(status);
}

async function listSharedAddresses(db: Db, currencyId: bigint): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_requisites')
    .select('value')
    .where('currency_id', '=', currencyId)
    .where('kind', '=', 'address')
    .where('memo', '=', 0n)
    .where('key_id', 'is', null)
    .where('active', '=', 1n)
    .execute();
  return rows.map(({ value }) => value);
}
