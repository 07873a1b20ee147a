import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { deriveAmounts, parseCourse, type CourseFraction } from '#core/exchange/course.ts';
import { parseSettings } from '#server/exchange/catalogue/exchangeSettings.ts';
import type { Catalogue } from '#server/exchange/catalogue/catalogue.ts';
import {
  formatPairKey,
  type CatalogueSnapshot,
  type Currency,
} from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { calculatePayoutBreakdown } from '#server/exchange/claims/view/payoutBreakdown.ts';
import type { MarketRates } from '#server/exchange/courses/prices/marketRates.ts';
import {
  decreaseByShare,
  increaseByShare,
  isGreaterFraction,
  multiplyFractions,
  parsePercent,
} from '#server/exchange/courses/prices/fraction.ts';
import type { CoursePrice } from '#server/exchange/courses/courseCap.ts';
import { calculateTerms, getCoursePrice, type PairTerms } from '#server/exchange/courses/pricing.ts';
import { calculateProfitShare } from '#server/partners/ledger/calculateProfitShare.ts';

const percent = (max: number) => fc.integer({ min: 0, max }).map(value => unitsToDecimal(BigInt(value), 6));
const orNone = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 2 });
const money = fc.oneof(
  fc.bigInt(1n, 10n ** 12n),
  fc.constantFrom(1n, 3n, 10n ** 12n),
  fc.bigInt(10n ** 6n, 10n ** 8n),
);

const marketArbitrary = fc.record({
  // Both prices of a cross pair.
  bid: money,
  ask: money,
  kinds: fc.constantFrom(
    ['crypto', 'bank'] as const,
    ['bank', 'crypto'] as const,
    ['crypto', 'crypto'] as const,
    ['crypto', 'cash'] as const,
  ),
  decimals: fc.record({ from: fc.constantFrom(0, 2, 6, 8), to: fc.constantFrom(0, 2, 6, 8) }),
  margins: fc.record({ margin_sell: percent(2e6), margin_buy: percent(2e6), margin_swap: percent(2e6) }),
  marginMin: fc.oneof(fc.constant('0.1'), fc.constant('0'), percent(5e6)),
  verificationBonus: fc.oneof(fc.constant('0.5'), percent(5e6)),
  pairMargin: orNone(fc.oneof(fc.constant('0'), percent(5e6), percent(99_999_999))),
  pairDiscount: orNone(percent(99_999_999)),
  tier: orNone(fc.oneof(fc.constantFrom('0.05', '0.25', '1'), percent(99_999_999))),
  promocode: orNone(fc.oneof(fc.constant('100'), fc.integer({ min: 1, max: 100 }).map(String))),
  frozen: fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: money.map(value => unitsToDecimal(value, 6)) },
  ),
  typed: fc.record({
    side: fc.constantFrom('from' as const, 'to' as const),
    units: fc.bigInt(1n, 10n ** 15n),
  }),
});
type Market = typeof marketArbitrary extends fc.Arbitrary<infer T> ? T : never;

function createCurrency(id: number, kind: Currency['kind'], decimals: number): Currency {
  const texts = { code: `C${id}`, direction: '', name: '', ticker: `T${id}`, group: '', icon: '' };
  const lists = { aliases: [], searchWords: [], cities: [] };
  const limits = { min: 1n, minVerification: 1n, max: null, defaultAmount: null, congestion: 0 };
  const states = { sendVisible: true, receiveVisible: true, sendClosed: null, receiveClosed: null };
  return { id, kind, decimals, network: null, notify: null, ...texts, ...lists, ...limits, ...states };
}

/** Prices the pair of currencies 1 and 2 as a server does. */
function priceMarket(market: Market): PairTerms {
  const { bid, ask, kinds, decimals, pairMargin, pairDiscount, tier, promocode, frozen } = market;
  const [from, to] = [createCurrency(1, kinds[0], decimals.from), createCurrency(2, kinds[1], decimals.to)];
  const settings = {
    ...market.margins,
    margin_min: market.marginMin,
    verification_bonus: market.verificationBonus,
  };
  const row = { from_id: 1n, to_id: 2n, max: null, closed: null };
  const pairRow = { ...row, margin: pairMargin, discount: pairDiscount, frozen_course: frozen };
  const code = { code: 'P', single_use: 0n, used: 0n, active: 1n, valid_until: null };
  const parsed = parseSettings(
    new Map(Object.entries(settings).map(([name, v]) => [name, JSON.stringify(v)])),
  );
  expect(parsed.invalidSettings).toEqual([]);
  const snapshot: CatalogueSnapshot = {
    version: 1n,
    currencies: [from, to],
    byId: new Map([from, to].map(currency => [currency.id, currency])),
    pairs: new Map([[formatPairKey(1, 2), pairRow]]),
    promocodes: new Map(promocode === null ? [] : [['P', { ...code, percent: promocode }]]),
    discountTiers: [],
    reserves: new Map([[2, { currency_id: 2n, amount: 10n ** 18n, held: 0n, updated_at: 0n }]]),
    ...parsed,
    invalidRows: [],
    isPairInvalid: () => false,
  };
  const rate = { numerator: bid, denominator: ask };
  const context = {
    catalogue: { getSnapshot: () => snapshot } as Catalogue,
    rates: { getSourceCourse: () => ({ ok: true, rate, at: 0 }) } as unknown as MarketRates,
    now: () => 0,
  };
  const options = {
    promocode: promocode && 'P',
    account: tier === null ? null : { userId: 'u', percent: tier },
  };
  const terms = calculateTerms(context, 1, 2, options);
  return terms.ok ? terms : expect.fail(terms.code);
}

/** Its discount, a hundred-millionth of a percent, is beyond the digits of a course. */
const lostDiscount: Market = {
  bid: 1_000_000n,
  ask: 1n,
  kinds: ['crypto', 'bank'],
  decimals: { from: 0, to: 0 },
  margins: { margin_sell: '0', margin_buy: '0', margin_swap: '0' },
  marginMin: '0',
  verificationBonus: '0',
  pairMargin: '0.000001',
  pairDiscount: null,
  tier: null,
  promocode: '1',
  frozen: null,
  typed: { side: 'from', units: 1n },
};

const listPrices = (terms: PairTerms): CoursePrice[] => [
  getCoursePrice(terms, false),
  getCoursePrice(terms, true),
];

/** Expects a ≤ b. */
function expectAtMost(a: CourseFraction, b: CourseFraction): void {
  expect(isGreaterFraction(a, b)).toBe(false);
}

/** The bound: the source price, exact or as its text, less `margin_min`. */
function expectBelowBound(course: CourseFraction, { bid, ask, marginMin }: Market, sourceCourse: string) {
  for (const source of [{ numerator: bid, denominator: ask }, parseCourse(sourceCourse)])
    expectAtMost(course, decreaseByShare(source, parsePercent(marginMin)));
}

describe('the cap of the course', () => {
  test('no course exceeds the market less margin_min, whatever is combined', () => {
    const counts = { capped: 0, free: 0 };
    fc.assert(
      fc.property(marketArbitrary, market => {
        const terms = priceMarket(market);
        const { regular, sourceCourse } = terms;
        const courses = [terms.courses, ...(regular ? [regular] : [])].flatMap(pair => [
          pair.default,
          ...(pair.verification ? [pair.verification] : []),
        ]);
        for (const { course, uncappedCourse } of courses) {
          expectBelowBound(parseCourse(course), market, sourceCourse);
          counts[uncappedCourse === null ? 'free' : 'capped']++;
          if (uncappedCourse !== null)
            expect(isGreaterFraction(parseCourse(uncappedCourse), parseCourse(course))).toBe(true);
        }
      }),
      { numRuns: 5_000 },
    );
    expect(Math.min(counts.capped, counts.free)).toBeGreaterThan(500);
  });

  test('a course is monotone in its discounts, the source price and margin_min', () => {
    fc.assert(
      fc.property(marketArbitrary, market => {
        const prices = listPrices(priceMarket(market));
        const expectOrder = (changed: Partial<Market>, direction: 'better' | 'worse') => {
          for (const [index, price] of listPrices(priceMarket({ ...market, ...changed })).entries()) {
            const pair = [parseCourse(prices[index]?.course ?? ''), parseCourse(price.course)] as const;
            if (direction === 'better') expectAtMost(pair[0], pair[1]);
            else expectAtMost(pair[1], pair[0]);
          }
        };
        expectOrder({ promocode: '100' }, 'better');
        expectOrder({ promocode: null }, 'worse');
        expectOrder({ tier: '1' }, 'better');
        expectOrder({ tier: null }, 'worse');
        expectOrder({ pairDiscount: '1' }, 'better');
        expectOrder({ verificationBonus: '0' }, 'worse');
        expectOrder({ bid: market.bid + 1n }, 'better');
        expectOrder({ ask: market.ask + 1n }, 'worse');
        expectOrder({ marginMin: '5' }, 'worse');
        expectOrder({ marginMin: '0' }, 'better');
        // The course of a verified card is never worse.
        expectAtMost(parseCourse(prices[0]?.course ?? ''), parseCourse(prices[1]?.course ?? ''));
      }),
      { numRuns: 1_000 },
    );
  });

  test('sums of both directions stay within the bound, and the waterfall and the profit add up', () => {
    let claims = 0;
    fc.assert(
      fc.property(marketArbitrary, market => {
        const terms = priceMarket(market);
        const { decimals } = terms;
        for (const price of listPrices(terms)) {
          const noLimits = { from: { min: 1n, max: null }, to: { min: 0n, max: null } };
          const { side, units } = market.typed;
          const amounts = deriveAmounts(side, units, parseCourse(price.course), decimals, noLimits);
          if (amounts.from === 0n || amounts.to === 0n || amounts.from > 2n ** 62n || amounts.to > 2n ** 62n)
            continue;
          claims++;
          // What is given for what is sent, roundings included, as a course.
          const given = {
            numerator: amounts.to * 10n ** BigInt(decimals.from),
            denominator: amounts.from * 10n ** BigInt(decimals.to),
          };
          expectBelowBound(given, market, price.sourceCourse);
          const claim = {
            from_amount: amounts.from,
            to_amount: amounts.to,
            course: price.course,
            source_course: price.sourceCourse,
            uncapped_course: price.uncappedCourse,
            margin: price.margin,
            discount: price.discount,
            usd_price: '1',
          };
          const { source, margin, discount, cap, rounding, payout } = calculatePayoutBreakdown(
            claim,
            decimals,
          );
          for (const part of [source, margin, discount, cap, rounding]) expect(part >= 0n).toBe(true);
          expect(source - margin + discount - cap - rounding).toBe(payout);
          expect(payout).toBe(amounts.to);
          const currencies = {
            from: { code: 'A', decimals: BigInt(decimals.from) },
            to: { code: 'B', decimals: BigInt(decimals.to) },
          };
          const profitShare = calculateProfitShare({
            claim,
            currencies,
            exchanged: amounts.from,
            percent: '20',
          });
          expect(profitShare?.reckoning.profit.startsWith('-')).toBe(false);
          expect(profitShare?.reckoning.capSumma.startsWith('-')).toBe(false);
        }
      }),
      { numRuns: 3_000 },
    );
    expect(claims).toBeGreaterThan(3_000);
  });

  test('the discount that is shown is in the course', () => {
    fc.assert(
      fc.property(marketArbitrary, market => {
        const terms = priceMarket(market);
        const without = priceMarket({ ...market, promocode: null, tier: null, pairDiscount: null });
        const pairs = [
          [terms.bonus, terms.courses.default, without.courses.default],
          [terms.bonusVerification, terms.courses.verification, without.courses.verification],
        ] as const;
        for (const [bonus, discounted, undiscounted] of pairs) {
          if (bonus === null || !discounted || !undiscounted) continue;
          expect(/^\d+(\.\d+)?$/.test(bonus) && Number(bonus) > 0).toBe(true);
          // Courses have 10 digits.
          const shown = increaseByShare(parseCourse(undiscounted.course), parsePercent(bonus));
          const digits = { numerator: 1_000_000_002n, denominator: 1_000_000_000n };
          expectAtMost(shown, multiplyFractions(parseCourse(discounted.course), digits));
        }
        if (terms.courses.default.course === without.courses.default.course) expect(terms.bonus).toBeNull();
      }),
      { numRuns: 3_000, examples: [[lostDiscount]] },
    );
  });

  test.each(['-0.1', '5.1', '100', '0,1', '', 'none'])('margin_min %s in the database is ignored', text => {
    const { settings, invalidSettings } = parseSettings(new Map([['margin_min', JSON.stringify(text)]]));
    expect([settings.margin_min, invalidSettings]).toEqual(['0.1', ['margin_min']]);
  });
});
