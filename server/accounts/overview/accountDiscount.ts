import { findTierPercent, selectTurnover } from '#server/exchange/claims/turnover.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { AccountDiscount } from '#server/exchange/courses/pricing.ts';

/** Loads the discount of an account by its turnover. */
export async function loadAccountDiscount(
  { db, catalogue, now }: Pick<ExchangeContext, 'db' | 'catalogue' | 'now'>,
  userId: string,
): Promise<AccountDiscount> {
  const { turnover } = await selectTurnover(db, userId, now()).executeTakeFirstOrThrow();
  return { userId, percent: findTierPercent(catalogue.getSnapshot().discountTiers, turnover) };
}
