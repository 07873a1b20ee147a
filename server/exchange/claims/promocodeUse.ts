import { parseCourse } from '#core/exchange/course.ts';
import { courseToDecimal } from '#core/exchange/courseDecimal.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { lockRows } from '#server/platform/database/rowLocks.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { calculateDiscount } from '../courses/discount.ts';
import {
  ONE,
  divideFractions,
  increaseByShare,
  isGreaterFraction,
  parsePercent,
} from '../courses/prices/fraction.ts';
import { loadTierPercent } from './turnover.ts';
import { calculateReceived, loadClaimPair } from './recalculation/recalculation.ts';

/** Counts one use of a promocode. Changes no row if it is inactive, or single-use and already used. */
export function buildRedemption(trx: Db, code: string) {
  return trx
    .updateTable('promocodes')
    .set(({ eb }) => ({ used: eb('used', '+', 1n) }))
    .where('code', '=', code)
    .where('active', '=', 1n)
    .where(({ or, eb }) => or([eb('single_use', '=', 0n), eb('used', '=', 0n)]));
}

/** Subtracts the use of a promocode by a claim that ends without an exchange. */
export async function returnPromocode(trx: Db, code: string): Promise<void> {
  await trx
    .updateTable('promocodes')
    .set(({ eb }) => ({ used: eb('used', '-', 1n) }))
    .where('code', '=', code)
    .where('used', '>', 0n)
    .execute();
}

/**
 * Counts the use again for a claim that is reopened by money, also of an inactive code. Returns the changes of the
 * claim: its price without the promocode if another claim has the single use by now, else none.
 */
export async function retakePromocode(
  trx: Db,
  claim: ClaimRow,
  now: number,
): Promise<Partial<Pick<ClaimRow, 'promocode' | 'course' | 'uncapped_course' | 'discount' | 'to_amount'>>> {
  const { promocode } = claim;
  if (promocode === null) return {};
  const query = trx.selectFrom('promocodes').select(['single_use', 'used']).where('code', '=', promocode);
  const row = await lockRows(trx, query).executeTakeFirst();
  if (row?.single_use === 1n && row.used > 0n)
    return { promocode: null, ...(await removeDiscount(trx, claim, now)) };
  await trx
    .updateTable('promocodes')
    .set(({ eb }) => ({ used: eb('used', '+', 1n) }))
    .where('code', '=', promocode)
    .execute();
  return {};
}

/** Calculates the price with only the discount of the pair or the account, if that is less than the claim's. */
async function removeDiscount(
  trx: Db,
  claim: ClaimRow,
  now: number,
): Promise<Partial<Pick<ClaimRow, 'course' | 'uncapped_course' | 'discount' | 'to_amount'>>> {
  const pair = await loadClaimPair(trx, claim);
  const account = claim.user_id === null ? null : await loadTierPercent(trx, claim.user_id, now);
  const discount = calculateDiscount(claim.margin, {
    pair: pair?.discount ?? null,
    account,
    promocodeShare: null,
  });
  const [previous, next] = [claim.discount, discount].map(parsePercent);
  if (!previous || !next || !isGreaterFraction(previous, next)) return {};
  const promised = parseCourse(claim.course);
  const full = divideFractions(
    parseCourse(claim.uncapped_course ?? claim.course),
    increaseByShare(ONE, previous),
  );
  const exact = increaseByShare(full, next);
  // The promised course stays if the cap has lowered it below the exact one.
  const isCapped = isGreaterFraction(exact, promised);
  const course = isCapped ? claim.course : courseToDecimal(exact);
  return {
    discount,
    course,
    uncapped_course: isCapped ? courseToDecimal(exact) : null,
    to_amount: await calculateReceived(trx, claim, claim.from_amount, course),
  };
}
