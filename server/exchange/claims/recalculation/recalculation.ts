import type { Selectable } from 'kysely';
import type { Units } from '#core/exchange/amount.ts';
import { parseCourse, toReceiveUnits, type PairDecimals } from '#core/exchange/course.ts';
import { courseToDecimal } from '#core/exchange/courseDecimal.ts';
import type { ClaimReason } from '#core/claim/status.ts';
import { getHeldAmount, releaseReserve, holdReserve } from '../../catalogue/reserveLedger.ts';
import { isPositiveCourse } from '../../catalogue/rowValidation.ts';
import type { ExchangeContext } from '../../context.ts';
import type { CurrencyRow, PairRow } from '#server/platform/database/catalogueRows.ts';
import type { ClaimRow, RecalculationRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { capCourse, type CappedCourse } from '../../courses/courseCap.ts';
import {
  divideFractions,
  increaseByShare,
  isGreaterFraction,
  multiplyFractions,
  parsePercent,
} from '../../courses/prices/fraction.ts';

/** The course with the claim's own margin and discount, at the source price of one moment, decimal text. */
export interface ClaimCourse extends CappedCourse {
  sourceCourse: string;
}

/** Loads both currencies of a claim from the database, in the caller's transaction. */
export async function loadClaimCurrencies(
  db: Db,
  { from_id, to_id }: Pick<ClaimRow, 'from_id' | 'to_id'>,
): Promise<{ from: CurrencyRow; to: CurrencyRow; decimals: PairDecimals }> {
  const loadCurrency = (id: bigint) =>
    db.selectFrom('currencies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const [from, to] = [await loadCurrency(from_id), await loadCurrency(to_id)];
  return { from, to, decimals: { from: Number(from.decimals), to: Number(to.decimals) } };
}

/** Loads the operator's settings of a claim's pair; undefined if there are none. */
export function loadClaimPair(
  db: Db,
  { from_id, to_id }: Pick<ClaimRow, 'from_id' | 'to_id'>,
): Promise<PairRow | undefined> {
  return db
    .selectFrom('pairs')
    .selectAll()
    .where('from_id', '=', from_id)
    .where('to_id', '=', to_id)
    .executeTakeFirst();
}

/**
 * Calculates the claim's present course: its own margin and discount at the current source price, or the pair's frozen
 * course, with the bonus of a verified card, limited by the present cap. Null without a fresh source price, or if the
 * frozen course is invalid.
 */
export async function getCurrentCourse(
  { catalogue, rates }: ExchangeContext,
  db: Db,
  claim: ClaimRow,
): Promise<ClaimCourse | null> {
  const { from, to } = await loadClaimCurrencies(db, claim);
  const pair = await loadClaimPair(db, claim);
  const source = rates.getSourceCourse(from.ticker, to.ticker);
  if (!source.ok) return null;
  const sourceCourse = courseToDecimal(source.rate);
  const marginMin = catalogue.getSetting('margin_min');
  if (pair?.frozen_course) {
    const { frozen_course: course } = pair;
    if (!isPositiveCourse(course)) return null;
    const bonus = parsePercent(claim.verification === 1n ? catalogue.getSetting('verification_bonus') : '0');
    return {
      ...capCourse(increaseByShare(parseCourse(course), bonus), sourceCourse, marginMin),
      sourceCourse,
    };
  }
  // Margin and discount stay as promised; only the source price changes.
  const priceChange = divideFractions(source.rate, parseCourse(claim.source_course));
  const reprice = (promised: string) => multiplyFractions(parseCourse(promised), priceChange);
  const current = capCourse(reprice(claim.course), sourceCourse, marginMin);
  const uncappedCourse =
    claim.uncapped_course === null ? current.uncappedCourse : courseToDecimal(reprice(claim.uncapped_course));
  return { ...current, uncappedCourse, sourceCourse };
}

/** Returns the lower of the claim's own course and the current one. */
export function pickLowerCourse(claim: ClaimRow, currentCourse: ClaimCourse): ClaimCourse {
  return isGreaterFraction(parseCourse(claim.course), parseCourse(currentCourse.course))
    ? currentCourse
    : getPromisedCourse(claim);
}

/** Returns the course that the claim was created with, or accepted later. */
export function getPromisedCourse(claim: ClaimRow): ClaimCourse {
  const { course, source_course, uncapped_course } = claim;
  return { course, sourceCourse: source_course, uncappedCourse: uncapped_course };
}

/** A row of `recalculations`: new amounts of a claim for the amount received. */
export type StoredRecalculation = Selectable<RecalculationRow>;

/** Returns the recalculation that is offered to the client, null if there is none. */
export async function findPendingOffer(db: Db, claimId: string): Promise<StoredRecalculation | null> {
  const row = await db
    .selectFrom('recalculations')
    .selectAll()
    .where('claim_id', '=', claimId)
    .where('state', '=', 'offered')
    .executeTakeFirst();
  return row ?? null;
}

/** Marks the pending offer of a claim as refused, if there is one. */
export async function withdrawOffer(trx: Db, claimId: string): Promise<void> {
  await trx
    .updateTable('recalculations')
    .set({ state: 'refused' })
    .where('claim_id', '=', claimId)
    .where('state', '=', 'offered')
    .execute();
}

/** A recalculation to insert. */
export interface NewRecalculation extends ClaimCourse {
  reason: ClaimReason;
  /** The amount sent, in units of the send side. */
  amount: Units;
  state: 'offered' | 'applied';
  at: number;
  /** Expiry of an offer, milliseconds. */
  expiresAt?: number;
}

/** Converts an amount at a course, in units of the receive side, rounded down. */
export async function calculateReceived(
  trx: Db,
  claim: ClaimRow,
  amount: Units,
  course: string,
): Promise<Units> {
  const { decimals } = await loadClaimCurrencies(trx, claim);
  return toReceiveUnits(amount, parseCourse(course), decimals, 'down');
}

/**
 * Inserts a recalculation and withdraws the pending offer. Returns null, with nothing inserted, if the received amount
 * converts to less than one unit.
 */
export async function insertRecalculation(
  trx: Db,
  claim: ClaimRow,
  recalculation: NewRecalculation,
): Promise<StoredRecalculation | null> {
  await withdrawOffer(trx, claim.id);
  const { amount, course } = recalculation;
  const receivedAmount = await calculateReceived(trx, claim, amount, course);
  if (receivedAmount === 0n) return null;
  return trx
    .insertInto('recalculations')
    .values({
      claim_id: claim.id,
      reason: recalculation.reason,
      from_amount: amount,
      course,
      source_course: recalculation.sourceCourse,
      uncapped_course: recalculation.uncappedCourse,
      to_amount: receivedAmount,
      state: recalculation.state,
      at: BigInt(recalculation.at),
      expires_at: recalculation.expiresAt === undefined ? null : BigInt(recalculation.expiresAt),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Applies new amounts without the client's consent, and records them. Returns false, with the claim unchanged, if the
 * reserve is too small or the amount converts to less than one unit.
 */
export async function applyNewAmounts(
  trx: Db,
  claim: ClaimRow,
  recalculation: Omit<NewRecalculation, 'state' | 'expiresAt'>,
): Promise<boolean> {
  const row = await insertRecalculation(trx, claim, { ...recalculation, state: 'applied' });
  if (row === null) return false;
  if (await applyRecalculation(trx, claim, row, recalculation.at)) return true;
  await trx.updateTable('recalculations').set({ state: 'refused' }).where('id', '=', row.id).execute();
  return false;
}

/**
 * Copies the recalculated amounts to the claim and adjusts its hold on the reserve. Returns false, with the claim
 * unchanged, if the reserve is too small.
 */
export async function applyRecalculation(
  trx: Db,
  claim: ClaimRow,
  { from_amount, to_amount, course, source_course, uncapped_course }: StoredRecalculation,
  at: number,
): Promise<boolean> {
  const heldAmount = await getHeldAmount(trx, claim.id);
  const entry = { currencyId: claim.to_id, claimId: claim.id, at };
  // A claim without a hold reserves the new amount at its next transition.
  if (heldAmount > to_amount) await releaseReserve(trx, { ...entry, amount: heldAmount - to_amount });
  else if (heldAmount > 0n && heldAmount < to_amount)
    if (!(await holdReserve(trx, { ...entry, amount: to_amount - heldAmount }))) return false;
  await trx
    .updateTable('claims')
    .set({ from_amount, to_amount, course, source_course, uncapped_course, updated_at: BigInt(at) })
    .where('id', '=', claim.id)
    .execute();
  return true;
}
