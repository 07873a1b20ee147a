import type { Kysely } from 'kysely';
import type { Units } from '#core/exchange/amount.ts';
import { courseToDecimal, parseCourse, toReceiveUnits } from '#core/exchange/course.ts';
import type { PairDecimals } from '#core/exchange/course.ts';
import type { ClaimReason } from '#core/claim/status.ts';
import { releaseReserve, holdReserve } from '../../catalogue/reserveLedger.ts';
import { isPositiveCourse } from '../../catalogue/rowValidation.ts';
import type { ServerContext } from '../../context.ts';
import type { ClaimRow, CurrencyRow, DatabaseSchema } from '../../database/schema.ts';
import { divideFractions, multiplyFractions } from '../../rates/fraction.ts';
import { withdrawOffer, type StoredRecalculation } from './pendingOffer.ts';
import { getHeldAmount } from '../status/transitionClaim.ts';

/** What a claim's pair is worth at one moment, decimal text. */
export interface ClaimCourse {
  /** The claim's own terms (margin, discount) at the source price of that moment. */
  course: string;
  sourceCourse: string;
}

/** Both currencies of a claim as the database has them; a command line knows no catalogue. */
export async function loadClaimCurrencies(
  db: Kysely<DatabaseSchema>,
  { from_id, to_id }: Pick<ClaimRow, 'from_id' | 'to_id'>,
): Promise<{ from: CurrencyRow; to: CurrencyRow; decimals: PairDecimals }> {
  const loadCurrency = (id: bigint) =>
    db.selectFrom('currencies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const [from, to] = [await loadCurrency(from_id), await loadCurrency(to_id)];
  return { from, to, decimals: { from: Number(from.decimals), to: Number(to.decimals) } };
}

/**
 * The claim's course as it would be now: its own margin and discount at today's source price, or what the operator holds
 * the pair at. Null while there is no fresh price.
 */
export async function getCurrentCourse(
  { rates }: Pick<ServerContext, 'rates'>,
  db: Kysely<DatabaseSchema>,
  claim: ClaimRow,
): Promise<ClaimCourse | null> {
  const { from, to } = await loadClaimCurrencies(db, claim);
  const pair = await db
    .selectFrom('pairs')
    .select('frozen_course')
    .where('from_id', '=', claim.from_id)
    .where('to_id', '=', claim.to_id)
    .executeTakeFirst();
  const source = rates.getSourceCourse(from.ticker, to.ticker);
  if (!source.ok) return null;
  const sourceCourse = courseToDecimal(source.rate);
  if (pair?.frozen_course)
    return isPositiveCourse(pair.frozen_course) ? { course: pair.frozen_course, sourceCourse } : null;
  // Everything but the source price stays as it was promised.
  const priceChange = divideFractions(source.rate, parseCourse(claim.source_course));
  return { course: courseToDecimal(multiplyFractions(parseCourse(claim.course), priceChange)), sourceCourse };
}

/** The one of the two that gives less; the claim's own when there is no other. */
export function pickLowerCourse(claim: ClaimRow, currentCourse: ClaimCourse): ClaimCourse {
  const [promisedRate, currentRate] = [parseCourse(claim.course), parseCourse(currentCourse.course)];
  return currentRate.numerator * promisedRate.denominator < promisedRate.numerator * currentRate.denominator
    ? currentCourse
    : getPromisedCourse(claim);
}

/** What the claim was promised. */
export function getPromisedCourse(claim: ClaimRow): ClaimCourse {
  return { course: claim.course, sourceCourse: claim.source_course };
}

/** What came in, counted anew. */
export interface NewRecalculation extends ClaimCourse {
  reason: ClaimReason;
  /** What came in, in units of the send side. */
  amount: Units;
  state: 'offered' | 'applied';
  at: number;
}

/**
 * Writes the recalculation; it takes the place of one that was offered before. Null when what came in gives less than
 * one unit: there is nothing to offer then.
 */
export async function insertRecalculation(
  trx: Kysely<DatabaseSchema>,
  claim: ClaimRow,
  recalculation: NewRecalculation,
): Promise<StoredRecalculation | null> {
  await withdrawOffer(trx, claim.id);
  const { decimals } = await loadClaimCurrencies(trx, claim);
  const receivedAmount = toReceiveUnits(
    recalculation.amount,
    parseCourse(recalculation.course),
    decimals,
    'down',
  );
  if (receivedAmount === 0n) return null;
  return trx
    .insertInto('recalculations')
    .values({
      claim_id: claim.id,
      reason: recalculation.reason,
      from_amount: recalculation.amount,
      course: recalculation.course,
      source_course: recalculation.sourceCourse,
      to_amount: receivedAmount,
      state: recalculation.state,
      at: BigInt(recalculation.at),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Makes the recalculated sums the claim's, and its part of the reserve as large. False when the reserve has not that
 * much; the caller's transaction is to be undone then.
 */
export async function applyRecalculation(
  trx: Kysely<DatabaseSchema>,
  claim: ClaimRow,
  { from_amount, to_amount, course, source_course }: StoredRecalculation,
  at: number,
): Promise<boolean> {
  const heldAmount = await getHeldAmount(trx, claim.id);
  const entry = { currencyId: claim.to_id, claimId: claim.id, at };
  // Who holds nothing yet takes the new sum when it is promised again.
  if (heldAmount > to_amount) await releaseReserve(trx, { ...entry, amount: heldAmount - to_amount });
  else if (heldAmount > 0n && heldAmount < to_amount)
    if (!(await holdReserve(trx, { ...entry, amount: to_amount - heldAmount }))) return false;
  await trx
    .updateTable('claims')
    .set({ from_amount, to_amount, course, source_course, updated_at: BigInt(at) })
    .where('id', '=', claim.id)
    .execute();
  return true;
}
