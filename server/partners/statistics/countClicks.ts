import { toExchangeDay } from '#core/exchange/exchangeDay.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { COUNT_BATCH_SIZE, countBatch } from './countEvents.ts';
import { addToDays, type CountedFact } from './dayCounts.ts';

/** Adds a batch of clicks to the days of their partners, once. Returns the number of clicks. */
export const countClicks = (context: Pick<ExchangeContext, 'db' | 'now'>): Promise<number> =>
  countBatch(context, 'referral_clicks', selectUncountedClicks, async (trx, clicks) => {
    const visitors = await listCountedVisitors(
      trx,
      clicks.map(({ visitor_hash }) => visitor_hash),
    );
    const facts = clicks.map(({ partner_id, code, sub, host, visitor_hash, at }): CountedFact => {
      const isNewVisitor = !visitors.has(visitor_hash);
      visitors.add(visitor_hash);
      return {
        partnerId: partner_id,
        day: toExchangeDay(Number(at)),
        // Clicks have no pair.
        keys: { link: code, sub, pair: '', host },
        counts: { clicks: 1n, visitors: isNewVisitor ? 1n : 0n },
      };
    });
    await addToDays(trx, facts);
  });

const selectUncountedClicks = (trx: Db) =>
  trx
    .selectFrom('referral_clicks')
    .selectAll()
    .where('counted_at', 'is', null)
    .orderBy('id')
    .limit(COUNT_BATCH_SIZE)
    .execute();

/** Lists the visitors with a click that was already counted. */
async function listCountedVisitors(trx: Db, visitorHashes: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('referral_clicks')
    .select('visitor_hash')
    .where(isAnyOf(trx, 'visitor_hash', visitorHashes))
    .where('counted_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ visitor_hash }) => visitor_hash));
}
