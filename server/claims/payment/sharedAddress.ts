import type { Kysely } from 'kysely';
import type { Units } from '#core/exchange/amount.ts';
import type { ClaimRow } from '../../database/claimRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { OPEN_STATUSES } from '../claimStatusSets.ts';
import { parsePaymentTarget } from './paymentTarget.ts';

/** Largest shift of a sum: 1/1000 of it, 0.1 %. */
const SHIFT_DIVISOR = 1000n;

/** A sum that an open claim expects at an address without a memo. */
interface ExpectedSum {
  claim: Pick<ClaimRow, 'id' | 'public_number' | 'status' | 'deadline'>;
  address: string;
  amount: Units;
}

/** The address of a payment target if other claims may have the same one; null for a card, a memo or a merchant. */
export function getSharedAddress(payTo: string | null): string | null {
  const target = parsePaymentTarget(payTo);
  return target?.kind === 'address' && target.memo === null ? target.value : null;
}

/**
 * Lists the sums from `min` to `max` that open claims expect in a currency at addresses without a memo. A payment there
 * tells its claim by its sum alone. Simulated claims expect no money.
 */
export async function listExpectedSums(
  db: Kysely<DatabaseSchema>,
  currencyId: bigint,
  min: Units,
  max: Units,
): Promise<ExpectedSum[]> {
  const rows = await db
    .selectFrom('claims')
    .select(['id', 'public_number', 'status', 'deadline', 'pay_to', 'from_amount'])
    .where('from_id', '=', currencyId)
    .where('from_amount', '>=', min)
    .where('from_amount', '<=', max)
    .where('status', 'in', OPEN_STATUSES)
    .where('pay_to', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('simulated_claims')
            .select('simulated_claims.claim_id')
            .whereRef('simulated_claims.claim_id', '=', 'claims.id'),
        ),
      ),
    )
    .execute();
  return rows.flatMap(({ pay_to, from_amount: amount, ...claim }) => {
    const address = getSharedAddress(pay_to);
    return address === null ? [] : [{ claim, address, amount }];
  });
}

/** The result of `shiftAmount`: the nearest free sum, or when a sum may become free, milliseconds. */
export type ShiftResult = { ok: true; amount: Units } | { ok: false; freeAt: bigint | null };

/**
 * Finds the sum nearest to `amount`, at most 0.1 % away and within the limits, that no open claim expects at one of the
 * currency's active addresses. Null if the currency has no address without a memo.
 */
export async function shiftAmount(
  db: Kysely<DatabaseSchema>,
  currencyId: bigint,
  amount: Units,
  { min, max }: { min: Units; max: Units | null },
): Promise<ShiftResult | null> {
  const addresses = await listSharedAddresses(db, currencyId);
  if (addresses.length === 0) return null;
  const maxShift = amount / SHIFT_DIVISOR;
  const expected = await listExpectedSums(db, currencyId, amount - maxShift, amount + maxShift);
  const takenBySum = Map.groupBy(expected, sum => sum.amount);
  const isFree = (candidate: Units) => {
    const taken = takenBySum.get(candidate)?.map(({ address }) => address) ?? [];
    return (
      candidate >= min && (max === null || candidate <= max) && addresses.some(one => !taken.includes(one))
    );
  };
  for (const shift of listShifts(maxShift))
    if (isFree(amount + shift)) return { ok: true, amount: amount + shift };
  const deadlines = expected.flatMap(({ claim }) => (claim.deadline === null ? [] : [claim.deadline]));
  return { ok: false, freeAt: deadlines.toSorted((a, b) => (a < b ? -1 : 1))[0] ?? null };
}

/**
 * Returns the public number of another claim that awaits exactly this sum at the address of `claim`, while `claim`
 * awaits another one; null if there is none.
 */
export async function findExactMatch(
  db: Kysely<DatabaseSchema>,
  claim: ClaimRow,
  amount: Units,
  awaited: Units,
): Promise<string | null> {
  const address = getSharedAddress(claim.pay_to);
  if (address === null || amount === awaited) return null;
  const expected = await listExpectedSums(db, claim.from_id, amount, amount);
  const match = expected.find(
    sum =>
      sum.address === address &&
      sum.claim.id !== claim.id &&
      (sum.claim.status === 'waiting' || sum.claim.status === 'claimed'),
  );
  return match?.claim.public_number ?? null;
}

async function listSharedAddresses(db: Kysely<DatabaseSchema>, currencyId: bigint): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_requisites')
    .select('value')
    .where('currency_id', '=', currencyId)
    .where('kind', '=', 'address')
    .where('memo', '=', 0n)
    .where('active', '=', 1n)
    .execute();
  return rows.map(({ value }) => value);
}

/**
 * Lists shifts up to `maxShift`, the smallest first, up before down. A hundredth of the largest shift is tried first,
 * since wallets round small digits away; the smallest unit last.
 */
function* listShifts(maxShift: Units): Generator<Units> {
  let step = 1n;
  while (step * 1000n <= maxShift) step *= 10n;
  for (; step >= 1n; step /= 10n)
    for (let shift = step; shift <= maxShift; shift += step) {
      yield shift;
      yield -shift;
    }
}
