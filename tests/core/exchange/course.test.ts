import { Big } from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trimTrailingZeros, unitsToDecimal } from '#core/exchange/amount.ts';
import {
  parseCourse,
  toReceiveUnits,
  toSendUnits,
  derivePairLimits,
  deriveAmounts,
  maxReceiveFromReserve,
  resolveCourseType,
} from '#core/exchange/course.ts';
import { courseToDecimal } from '#core/exchange/courseDecimal.ts';

/** big.js with enough decimal places for every result. */
const Exact = Big();
Exact.DP = 60;

const DECIMAL_PLACES = fc.constantFrom(0, 2, 6, 8);
const decimals = fc.record({ from: DECIMAL_PLACES, to: DECIMAL_PLACES });
/** Course texts as in the API, from very small to very large courses. */
const courseText = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 10n - 1n }), fc.integer({ min: 0, max: 16 }))
  .map(([digits, scale]) => trimTrailingZeros(unitsToDecimal(digits, scale)));
const units = fc.bigInt({ min: 0n, max: 10n ** 16n });
const bound = fc.option(fc.bigInt({ min: 1n, max: 10n ** 14n }));
const bounds = fc.record({ min: bound, max: bound });

const toBig = (value: bigint, decimals: number) => new Exact(unitsToDecimal(value, decimals));
const toUnits = (value: Big, decimals: number, mode: 0 | 3) =>
  BigInt(value.times(new Exact(10).pow(decimals)).round(0, mode).toFixed(0));

describe('course text', () => {
  test.each([
    [{ numerator: 8142n, denominator: 100n }, '81.42'],
    [{ numerator: 1n, denominator: 3n }, '0.3333333333'],
    [{ numerator: 2n, denominator: 3n }, '0.6666666666'],
    [{ numerator: 1n, denominator: 7_500_000n }, '0.0000001333333333'],
    [{ numerator: 12_345_678_901_234n, denominator: 1n }, '12345678901234'],
    [{ numerator: 100n, denominator: 1n }, '100'],
  ])('%o → %s', (rate, text) => {
    expect(courseToDecimal(rate)).toBe(text);
  });

  test('never exceeds the fraction and loses less than one part in a billion', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        (a, b) => {
          const exact = new Exact(a.toString()).div(b.toString());
          const text = new Exact(courseToDecimal({ numerator: a, denominator: b }));
          expect(text.lte(exact.plus('1e-50'))).toBe(true);
          expect(exact.minus(text).div(exact).lt('1e-9')).toBe(true);
        },
      ),
    );
  });

  test('round-trips', () => {
    fc.assert(
      fc.property(courseText, text => {
        expect(courseToDecimal(parseCourse(text))).toBe(text);
      }),
    );
  });

  test.each(['0', '0.00', '', '-1', '1e5'])('%j is not a course', text => {
    expect(() => parseCourse(text)).toThrow(RangeError);
  });
});

describe('conversion', () => {
  test('equals big.js, rounded in the given direction', () => {
    fc.assert(
      fc.property(units, courseText, decimals, (amount, text, decimals) => {
        const rate = parseCourse(text);
        const received = toBig(amount, decimals.from).times(text);
        expect(toReceiveUnits(amount, rate, decimals, 'down')).toBe(
          toUnits(received, decimals.to, Big.roundDown),
        );
        expect(toReceiveUnits(amount, rate, decimals, 'up')).toBe(
          toUnits(received, decimals.to, Big.roundUp),
        );
      }),
    );
  });

  test('derives the smallest send that covers the receive', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 16n }), courseText, decimals, (amount, text, decimals) => {
        const rate = parseCourse(text);
        const sent = toSendUnits(amount, rate, decimals, 'up');
        expect(toReceiveUnits(sent, rate, decimals, 'down')).toBeGreaterThanOrEqual(amount);
        expect(
          toBig(sent - 1n < 0n ? 0n : sent - 1n, decimals.from)
            .times(text)
            .lt(toBig(amount, decimals.to)),
        ).toBe(true);
      }),
    );
  });

  test('converting there and back never returns more', () => {
    fc.assert(
      fc.property(units, courseText, decimals, (amount, text, decimals) => {
        const rate = parseCourse(text);
        const received = toReceiveUnits(amount, rate, decimals, 'down');
        expect(toSendUnits(received, rate, decimals, 'up')).toBeLessThanOrEqual(amount);
      }),
    );
  });
});

describe('limits', () => {
  const rate = parseCourse('81.42848');
  const money = { from: 2, to: 2 };

  test('uses the greater minimum and the smaller maximum', () => {
    expect(
      derivePairLimits({ min: 5000n, max: null }, { min: 300_000n, max: 40_000_000n }, rate, money),
    ).toEqual({
      from: { min: 5000n, max: 491_228n },
      to: { min: 407_143n, max: 39_999_949n },
    });
  });

  test('keeps the receive side’s own minimum if it applies', () => {
    // 50 USDT cost 4 138.35 ₽, which would give 50.0000…, rounded up to 50.01.
    const roubleRate = parseCourse('0.01208211234');
    const { to } = derivePairLimits(
      { min: 300_000n, max: null },
      { min: 5000n, max: null },
      roubleRate,
      money,
    );
    expect(to.min).toBe(5000n);
    const amounts = deriveAmounts('to', 5000n, roubleRate, money, { from: { min: 413_835n, max: null }, to });
    expect(amounts.clampedTo).toBeNull();
  });

  test('derives a missing minimum from the other side', () => {
    const { from } = derivePairLimits({ min: null, max: null }, { min: 300_000n, max: null }, rate, money);
    // 3000 ÷ 81.42848 = 36.8421…, rounded up.
    expect(from).toEqual({ min: 3685n, max: null });
  });

  test('«Мин» and «Макс» of either side are within the limits, typed on their own side', () => {
    fc.assert(
      fc.property(bounds, bounds, courseText, decimals, (from, to, text, decimals) => {
        const rate = parseCourse(text);
        const within = derivePairLimits(from, to, rate, decimals);
        const { min, max } = within.from;
        fc.pre(max === null || max >= min);
        for (const side of ['from', 'to'] as const)
          for (const limit of [within[side].min, within[side].max]) {
            if (limit === null) continue;
            const amounts = deriveAmounts(side, limit, rate, decimals, within);
            expect(amounts.from).toBeGreaterThanOrEqual(min);
            if (max !== null) expect(amounts.from).toBeLessThanOrEqual(max);
            // With limits closer than one unit of the receive side no amount fits between them.
            if (side === 'to' && within.to.max !== null && within.to.max < within.to.min) continue;
            expect(amounts.clampedTo).toBeNull();
            expect(amounts[side]).toBe(limit);
          }
      }),
    );
  });

  test('a send within the limits satisfies the receive side’s bounds', () => {
    fc.assert(
      fc.property(bounds, bounds, courseText, decimals, units, (from, to, text, decimals, amount) => {
        const rate = parseCourse(text);
        const within = derivePairLimits(from, to, rate, decimals);
        fc.pre(within.from.max === null || within.from.max >= within.from.min);
        const amounts = deriveAmounts('from', amount, rate, decimals, within);
        if (to.min !== null) expect(amounts.to).toBeGreaterThanOrEqual(to.min);
        if (to.max !== null) expect(amounts.to).toBeLessThanOrEqual(to.max);
        if (from.min !== null) expect(amounts.from).toBeGreaterThanOrEqual(from.min);
        if (from.max !== null) expect(amounts.from).toBeLessThanOrEqual(from.max);
      }),
    );
  });
});

describe('amounts', () => {
  const rate = parseCourse('3');
  const decimals = { from: 8, to: 2 };
  const within = derivePairLimits(
    { min: 100_000_000n, max: 900_000_000n },
    { min: null, max: null },
    rate,
    decimals,
  );

  test.each([
    ['from', 200_000_000n, { from: 200_000_000n, to: 600n, clampedTo: null }],
    ['from', 99_999_999n, { from: 100_000_000n, to: 300n, clampedTo: 'min' }],
    ['from', 900_000_001n, { from: 900_000_000n, to: 2700n, clampedTo: 'max' }],
    // 5.00 ÷ 3 rounded up; the typed receive stays.
    ['to', 500n, { from: 166_666_667n, to: 500n, clampedTo: null }],
    ['to', 1n, { from: 100_000_000n, to: 300n, clampedTo: 'min' }],
    ['to', 2701n, { from: 900_000_000n, to: 2700n, clampedTo: 'max' }],
  ] as const)('typed on %s: %s', (side, typed, amounts) => {
    expect(deriveAmounts(side, typed, rate, decimals, within)).toEqual(amounts);
  });
});

describe('the reserve', () => {
  test('a claim of X lowers the maximum by exactly X, up to the maximum', () => {
    fc.assert(
      fc.property(units, units, units, (amount, held, claim) => {
        const before = maxReceiveFromReserve(amount, held);
        fc.pre(claim <= before);
        expect(maxReceiveFromReserve(amount, held + claim)).toBe(before - claim);
      }),
    );
  });

  test.each([
    [100_000n, 0n, 95_000n],
    [100_000n, 95_000n, 0n],
    [100_000n, 99_000n, 0n],
    [0n, 0n, 0n],
  ])('of %s with %s held: %s', (amount, held, max) => {
    expect(maxReceiveFromReserve(amount, held)).toBe(max);
  });
});

describe('the course type', () => {
  test.each([
    [null, true, false, 'default'],
    [null, true, true, 'verification'],
    ['default', true, true, 'default'],
    ['verification', true, false, 'verification'],
    ['verification', false, true, 'default'],
    [null, false, true, 'default'],
  ] as const)(
    'chosen %s, verification course %s, verificationFirst %s → %s',
    (chosen, hasVerification, verificationFirst, type) => {
      expect(resolveCourseType(chosen, hasVerification, verificationFirst)).toBe(type);
    },
  );
});
