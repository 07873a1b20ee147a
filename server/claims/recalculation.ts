import type { Kysely } from 'kysely';
import type { Units } from '#core/exchange/amount.ts';
import * as course from '#core/exchange/course.ts';
import type { Reason } from '#core/claim/status.ts';
import * as reserve from '../catalogue/reserve.ts';
import { isCourse } from '../catalogue/sound.ts';
import type { Context } from '../context.ts';
import type { ClaimRow, CurrencyRow, Schema } from '../database/schema.ts';
import * as fraction from '../rates/fraction.ts';
import { withdraw, type Recalculated } from './offered.ts';
import { heldBy } from './transition.ts';

/** What a claim's pair is worth at one moment, decimal text. */
export interface Present {
  /** The claim's own terms (margin, discount) at the source price of that moment. */
  course: string;
  sourceCourse: string;
}

/** Both currencies of a claim as the database has them; a command line knows no catalogue. */
export async function currencies(
  db: Kysely<Schema>,
  { from_id, to_id }: Pick<ClaimRow, 'from_id' | 'to_id'>,
): Promise<{ from: CurrencyRow; to: CurrencyRow; decimals: course.Decimals }> {
  const one = (id: bigint) =>
    db.selectFrom('currencies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const [from, to] = [await one(from_id), await one(to_id)];
  return { from, to, decimals: { from: Number(from.decimals), to: Number(to.decimals) } };
}

/**
 * The claim's course as it would be now: its own margin and discount at today's source price, or what the operator holds
 * the pair at. Null while there is no fresh price.
 */
export async function present(
  { rates }: Pick<Context, 'rates'>,
  db: Kysely<Schema>,
  claim: ClaimRow,
): Promise<Present | null> {
  const { from, to } = await currencies(db, claim);
  const pair = await db
    .selectFrom('pairs')
    .select('frozen_course')
    .where('from_id', '=', claim.from_id)
    .where('to_id', '=', claim.to_id)
    .executeTakeFirst();
  const source = rates.source(from.ticker, to.ticker);
  if (!source.ok) return null;
  const sourceCourse = course.toText(source.rate);
  if (pair?.frozen_course)
    return isCourse(pair.frozen_course) ? { course: pair.frozen_course, sourceCourse } : null;
  // Everything but the source price stays as it was promised.
  const change = fraction.divide(source.rate, course.parse(claim.source_course));
  return { course: course.toText(fraction.multiply(course.parse(claim.course), change)), sourceCourse };
}

/** The one of the two that gives less; the claim's own when there is no other. */
export function lower(claim: ClaimRow, other: Present): Present {
  const [own, now] = [course.parse(claim.course), course.parse(other.course)];
  return now.numerator * own.denominator < own.numerator * now.denominator ? other : frozen(claim);
}

/** What the claim was promised. */
export function frozen(claim: ClaimRow): Present {
  return { course: claim.course, sourceCourse: claim.source_course };
}

/** What came in, counted anew. */
export interface Counted extends Present {
  reason: Reason;
  /** What came in, in units of the send side. */
  amount: Units;
  state: 'offered' | 'applied';
  at: number;
}

/**
 * Writes the recalculation; it takes the place of one that was offered before. Null when what came in gives less than
 * one unit: there is nothing to offer then.
 */
export async function count(
  trx: Kysely<Schema>,
  claim: ClaimRow,
  counted: Counted,
): Promise<Recalculated | null> {
  await withdraw(trx, claim.id);
  const { decimals } = await currencies(trx, claim);
  const to = course.receive(counted.amount, course.parse(counted.course), decimals, 'down');
  if (to === 0n) return null;
  return trx
    .insertInto('recalculations')
    .values({
      claim_id: claim.id,
      reason: counted.reason,
      from_amount: counted.amount,
      course: counted.course,
      source_course: counted.sourceCourse,
      to_amount: to,
      state: counted.state,
      at: BigInt(counted.at),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Makes the recalculated sums the claim's, and its part of the reserve as large. False when the reserve has not that
 * much; the caller's transaction is to be undone then.
 */
export async function apply(
  trx: Kysely<Schema>,
  claim: ClaimRow,
  { from_amount, to_amount, course, source_course }: Recalculated,
  at: number,
): Promise<boolean> {
  const held = await heldBy(trx, claim.id);
  const entry = { currencyId: claim.to_id, claimId: claim.id, at };
  // Who holds nothing yet takes the new sum when it is promised again.
  if (held > to_amount) await reserve.release(trx, { ...entry, amount: held - to_amount });
  else if (held > 0n && held < to_amount)
    if (!(await reserve.hold(trx, { ...entry, amount: to_amount - held }))) return false;
  await trx
    .updateTable('claims')
    .set({ from_amount, to_amount, course, source_course, updated_at: BigInt(at) })
    .where('id', '=', claim.id)
    .execute();
  return true;
}
