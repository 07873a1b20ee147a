import type { Kysely } from 'kysely';
import { courseToDecimal, parseCourse } from '#core/exchange/course.ts';
import type { ClaimRow } from '../database/claimRows.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import { divideFractions, increaseByShare, parsePercent } from '../rates/fraction.ts';

/** Counts one use of a promocode. Returns false if it is inactive, or single-use and already used. */
export async function redeemPromocode(trx: Kysely<DatabaseSchema>, code: string): Promise<boolean> {
  const row = await trx
    .updateTable('promocodes')
    .set(({ eb }) => ({ used: eb('used', '+', 1n) }))
    .where('code', '=', code)
    .where('active', '=', 1n)
    .where(({ or, eb }) => or([eb('single_use', '=', 0n), eb('used', '=', 0n)]))
    .returning('code')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives back the use of a promocode by a claim that ends without an exchange. */
export async function returnPromocode(trx: Kysely<DatabaseSchema>, code: string): Promise<void> {
  await trx
    .updateTable('promocodes')
    .set(({ eb }) => ({ used: eb('used', '-', 1n) }))
    .where('code', '=', code)
    .where('used', '>', 0n)
    .execute();
}

/**
 * Counts the use again by a claim that money reopens, also of an inactive code. Returns what changes in the claim: its
 * price without the discount if another claim has the single use by now, else nothing.
 */
export async function retakePromocode(
  trx: Kysely<DatabaseSchema>,
  { promocode, course, discount }: Pick<ClaimRow, 'promocode' | 'course' | 'discount'>,
): Promise<Partial<Pick<ClaimRow, 'promocode' | 'course' | 'discount'>>> {
  if (promocode === null) return {};
  const row = await trx
    .selectFrom('promocodes')
    .select(['single_use', 'used'])
    .where('code', '=', promocode)
    .executeTakeFirst();
  if (row?.single_use === 1n && row.used > 0n) {
    const full = increaseByShare({ numerator: 1n, denominator: 1n }, parsePercent(discount));
    return {
      promocode: null,
      discount: '0',
      course: courseToDecimal(divideFractions(parseCourse(course), full)),
    };
  }
  await trx
    .updateTable('promocodes')
    .set(({ eb }) => ({ used: eb('used', '+', 1n) }))
    .where('code', '=', promocode)
    .execute();
  return {};
}
