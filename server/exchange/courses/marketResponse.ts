import type { Reserve } from '#core/contract/calculator.ts';
import type { Market } from '#core/contract/course/market.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import type { ExchangeContext } from '../context.ts';
import { findOpenCourse } from './pricing.ts';

/** Maximum number of pairs in one market request; further ones are ignored. */
export const MAX_MARKET_PAIRS = 20;

/** Builds the free reserves of all payment systems that can be received, in display order. */
export function buildReserves({ catalogue }: ExchangeContext): Reserve[] {
  return catalogue.currencies.flatMap(currency => {
    const row = catalogue.getReserve(currency.id);
    if (!row || !currency.receiveVisible) return [];
    const { id, code, name, network, ticker, kind, icon, decimals } = currency;
    const amount = unitsToDecimal(row.amount - row.held, decimals);
    const updatedAt = new Date(Number(row.updated_at)).toISOString();
    return [{ id, code, name, network, currency: ticker, kind, icon, decimals, amount, updatedAt }];
  });
}

/** Builds the reserves and the courses of `pairs`, for example `BTC-SBERRUB,TON-SBPRUB`; only of open pairs. */
export function buildMarket(context: ExchangeContext, pairs: string): Market {
  const courses = pairs
    .split(',', MAX_MARKET_PAIRS)
    .map(pair => pair.split('-').map(code => context.catalogue.findCurrencyByCode(code)))
    .flatMap(([from, to]) => {
      if (!from || !to) return [];
      const course = findOpenCourse(context, from.id, to.id);
      return course === null ? [] : [{ from: from.code, to: to.code, course }];
    });
  return { reserves: buildReserves(context), courses };
}
