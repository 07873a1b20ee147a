import { parseCourse } from '#core/exchange/course.ts';
import type { CatalogueSnapshot } from '../../catalogue/catalogueSnapshot.ts';
import { isGreaterFraction } from '../../rates/fraction.ts';
import { calculateTerms, isExchangeablePair } from '../../rates/pricing.ts';
import type { OperatorContext } from '../operatorCommand.ts';
import { formatPair } from './currencyPair.ts';

/**
 * Why a change would give clients more than the market: a sentence with the first pair that the changed snapshot prices
 * above it, and the present one does not. Null if there is none. The better course of a verified card counts.
 */
export function findMarketProblem(context: OperatorContext, changed: CatalogueSnapshot): string | null {
  const present = context.catalogue.getSnapshot();
  for (const from of present.currencies)
    for (const to of present.currencies) {
      if (!isExchangeablePair(from, to)) continue;
      const course = findCourseAboveMarket(context, changed, from.id, to.id);
      if (course === null || findCourseAboveMarket(context, present, from.id, to.id) !== null) continue;
      return `${formatPair({ from, to })} would give ${course.best}, more than the market’s ${course.market}.`;
    }
  return null;
}

function findCourseAboveMarket(
  context: OperatorContext,
  snapshot: CatalogueSnapshot,
  fromId: number,
  toId: number,
): { best: string; market: string } | null {
  const terms = calculateTerms(context, fromId, toId, { snapshot });
  if (!terms.ok) return null;
  const best = terms.verificationCourseText ?? terms.courseText;
  const market = terms.sourceCourse;
  return isGreaterFraction(parseCourse(best), parseCourse(market)) ? { best, market } : null;
}
