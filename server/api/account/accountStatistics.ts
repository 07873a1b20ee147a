import type { AccountStatistics } from '#core/contract/account/accountOverview.ts';
import { trimTrailingZeros } from '#core/exchange/amount.ts';
import { OPEN_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';
import { findTierPercent, formatTurnover, selectTurnover } from '#server/exchange/claims/turnover.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { formatFunds, loadFunds } from '#server/partners/ledger/postEntry.ts';
import { findPartner } from '#server/partners/referral/partners.ts';

/** Loads the amount that an account can withdraw as a partner. */
async function loadAvailable(db: ExchangeContext['db'], userId: string, now: number): Promise<string> {
  const partner = await findPartner(db, userId);
  return formatFunds(partner ? (await loadFunds(db, partner.id, now)).available : 0n);
}

/** Counts the claims of an account, and returns its discount and the turnover missing to the next tier. */
export async function loadAccountStatistics(
  { db, catalogue, now }: Pick<ExchangeContext, 'db' | 'catalogue' | 'now'>,
  userId: string,
): Promise<AccountStatistics> {
  const { turnover } = await selectTurnover(db, userId, now()).executeTakeFirstOrThrow();
  const { total, open, completed } = await db
    .selectFrom('claims')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('total'),
      fn.countAll<bigint>().filterWhere('status', 'in', OPEN_STATUSES).as('open'),
      fn.countAll<bigint>().filterWhere('status', '=', 'completed').as('completed'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const tiers = catalogue.getSnapshot().discountTiers;
  const next = tiers.find(tier => tier.turnover > turnover);
  return {
    claims: { count: Number(total), completed: Number(completed), open: Number(open) },
    turnover: formatTurnover(turnover),
    refferal: { available: await loadAvailable(db, userId, now()) },
    currency: 'USD',
    discount: {
      percent: findTierPercent(tiers, turnover) ?? '0',
      next: next
        ? {
            percent: next.percent,
            turnover: trimTrailingZeros(formatTurnover(next.turnover)),
            left: formatTurnover(next.turnover - turnover),
          }
        : null,
      tiers: tiers.map(tier => ({
        turnover: trimTrailingZeros(formatTurnover(tier.turnover)),
        percent: tier.percent,
      })),
    },
  };
}
