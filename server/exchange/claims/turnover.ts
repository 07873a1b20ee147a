import { sql } from 'kysely';
import { unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import { parseFraction, toReceiveUnits } from '#core/exchange/course.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { DiscountTierRow } from '#server/platform/database/catalogueRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { loadClaimCurrencies } from './recalculation/recalculation.ts';

/** Period of the turnover that determines the tier. */
const TURNOVER_PERIOD_MS = 365 * 86_400_000;

/** Turnovers are in US cents. */
export const TURNOVER_DECIMALS = 2;

/** Formats US cents: 105050n → "1050.50". */
export const formatTurnover = (cents: Units): string => unitsToDecimal(cents, TURNOVER_DECIMALS);

/** Stores the value of a completed claim: `exchanged` units sent, at the price of its creation, rounded down. */
export async function recordTurnover(trx: Db, claim: ClaimRow, exchanged: bigint): Promise<void> {
  if (claim.usd_price === null) return;
  const { decimals } = await loadClaimCurrencies(trx, claim);
  const price = parseFraction(claim.usd_price);
  const turnover = toReceiveUnits(exchanged, price, { from: decimals.from, to: TURNOVER_DECIMALS }, 'down');
  await trx.updateTable('claims').set({ turnover }).where('id', '=', claim.id).execute();
}

/** Selects the turnover of an account's claims of the last 12 months, US cents. */
export function selectTurnover(db: Db, userId: string, now: number) {
  return db
    .selectFrom('claims')
    .select(sql<bigint>`cast(coalesce(sum(turnover), 0) as bigint)`.as('turnover'))
    .where('user_id', '=', userId)
    .where('turnover', 'is not', null)
    .where('created_at', '>', BigInt(now - TURNOVER_PERIOD_MS));
}

/** Finds the discount of a turnover (US cents) by ascending tiers, percent as decimal text; null if there is none. */
export function findTierPercent(tiers: readonly DiscountTierRow[], turnover: bigint): string | null {
  return tiers.findLast(tier => tier.turnover <= turnover)?.percent ?? null;
}

/** Loads the discount of an account by its turnover, percent as decimal text; null if it has none. */
export async function loadTierPercent(db: Db, userId: string, now: number): Promise<string | null> {
  const tiers = await db.selectFrom('discount_tiers').selectAll().orderBy('turnover').execute();
  const { turnover } = await selectTurnover(db, userId, now).executeTakeFirstOrThrow();
  return findTierPercent(tiers, turnover);
}
