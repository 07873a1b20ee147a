import { findTierPercent, selectTurnover } from '../../claims/turnover.ts';
import type { ServerContext } from '../../context.ts';
import type { AccountDiscount } from '../../rates/pricing.ts';

/** Loads the discount of an account by its turnover. */
export async function loadAccountDiscount(
  { db, catalogue, now }: Pick<ServerContext, 'db' | 'catalogue' | 'now'>,
  userId: string,
): Promise<AccountDiscount> {
  const { turnover } = await selectTurnover(db, userId, now()).executeTakeFirstOrThrow();
  return { userId, percent: findTierPercent(catalogue.getSnapshot().discountTiers, turnover) };
}
