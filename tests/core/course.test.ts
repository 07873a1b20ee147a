import { Big } from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as amount from '#core/exchange/amount.ts';
import * as course from '#core/exchange/course.ts';

/** An oracle with room for every digit that may come. */
const Exact = Big();
Exact.DP = 60;

const places = fc.constantFrom(0, 2, 6, 8);
const decimals = fc.record({ from: places, to: places });
/** Courses as the wire carries them, from dogecoins for a bitcoin to a bitcoin for rubles. */
const courseText = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 10n - 1n }), fc.integer({ min: 0, max: 16 }))
  .map(([digits, scale]) => amount.trim(amount.toText(digits, scale)));
const units = fc.bigInt({ min: 0n, max: 10n ** 16n });
const bound = fc.option(fc.bigInt({ min: 1n, max: 10n ** 14n }));
const bounds = fc.record({ min: bound, max: bound });

const big = (value: bigint, decimals: number) => new Exact(amount.toText(value, decimals));
const whole = (value: Big, decimals: number, mode: 0 | 3) =>
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
    expect(course.toText(rate)).toBe(text);
  });

  test('never promises more than the fraction, and loses less than a part in a billion', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        (a, b) => {
          const exact = new Exact(a.toString()).div(b.toString());
          const text = new Exact(course.toText({ numerator: a, denominator: b }));
          expect(text.lte(exact.plus('1e-50'))).toBe(true);
          expect(exact.minus(text).div(exact).lt('1e-9')).toBe(true);
        },
      ),
    );
  });

  test('is read back as the same text', () => {
    fc.assert(
      fc.property(courseText, text => {
        expect(course.toText(course.parse(text))).toBe(text);
      }),
    );
  });

  test.each(['0', '0.00', '', '-1', '1e5'])('%j is no course', text => {
    expect(() => course.parse(text)).toThrow(RangeError);
  });
});

describe('conversion', () => {
  test('is what big.js says, rounded in the direction named', () => {
    fc.assert(
      fc.property(units, courseText, decimals, (sum, text, decimals) => {
        const rate = course.parse(text);
        const received = big(sum, decimals.from).times(text);
        expect(course.receive(sum, rate, decimals, 'down')).toBe(whole(received, decimals.to, Big.roundDown));
        expect(course.receive(sum, rate, decimals, 'up')).toBe(whole(received, decimals.to, Big.roundUp));
      }),
    );
  });

  test('a send derived from a receive covers it, and one unit less does not', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 16n }), courseText, decimals, (sum, text, decimals) => {
        const rate = course.parse(text);
        const sent = course.send(sum, rate, decimals, 'up');
        expect(course.receive(sent, rate, decimals, 'down')).toBeGreaterThanOrEqual(sum);
        expect(
          big(sent - 1n < 0n ? 0n : sent - 1n, decimals.from)
            .times(text)
            .lt(big(sum, decimals.to)),
        ).toBe(true);
      }),
    );
  });

  test('there and back never gives more than went in', () => {
    fc.assert(
      fc.property(units, courseText, decimals, (sum, text, decimals) => {
        const rate = course.parse(text);
        const received = course.receive(sum, rate, decimals, 'down');
        expect(course.send(received, rate, decimals, 'up')).toBeLessThanOrEqual(sum);
      }),
    );
  });
});

describe('limits', () => {
  const rate = course.parse('81.42848');
  const money = { from: 2, to: 2 };

  test('the greater minimum and the smaller maximum win', () => {
    expect(
      course.limits({ min: 5000n, max: null }, { min: 300_000n, max: 40_000_000n }, rate, money),
    ).toEqual({
      from: { min: 5000n, max: 491_228n },
      to: { min: 407_143n, max: 39_999_949n },
    });
  });

  test('a missing minimum follows from the other side', () => {
    const { from } = course.limits({ min: null, max: null }, { min: 300_000n, max: null }, rate, money);
    // 3000 ÷ 81.42848 = 36.8421…, rounded up.
    expect(from).toEqual({ min: 3685n, max: null });
  });

  test('«Мин» and «Макс» of either side are within the limits, typed on their own side', () => {
    fc.assert(
      fc.property(bounds, bounds, courseText, decimals, (from, to, text, decimals) => {
        const rate = course.parse(text);
        const within = course.limits(from, to, rate, decimals);
        const { min, max } = within.from;
        fc.pre(max === null || max >= min);
        for (const side of ['from', 'to'] as const)
          for (const limit of [within[side].min, within[side].max]) {
            if (limit === null) continue;
            const sums = course.derive(side, limit, rate, decimals, within);
            expect(sums.from).toBeGreaterThanOrEqual(min);
            if (max !== null) expect(sums.from).toBeLessThanOrEqual(max);
            // Limits closer to each other than one unit of the receive side: no sum can be typed there.
            if (side === 'to' && within.to.max !== null && within.to.max < within.to.min) continue;
            expect(sums.clamped).toBeNull();
            expect(sums[side]).toBe(limit);
          }
      }),
    );
  });

  test('what is sent within them satisfies the receive side’s own bounds', () => {
    fc.assert(
      fc.property(bounds, bounds, courseText, decimals, units, (from, to, text, decimals, sum) => {
        const rate = course.parse(text);
        const within = course.limits(from, to, rate, decimals);
        fc.pre(within.from.max === null || within.from.max >= within.from.min);
        const sums = course.derive('from', sum, rate, decimals, within);
        if (to.min !== null) expect(sums.to).toBeGreaterThanOrEqual(to.min);
        if (to.max !== null) expect(sums.to).toBeLessThanOrEqual(to.max);
        if (from.min !== null) expect(sums.from).toBeGreaterThanOrEqual(from.min);
        if (from.max !== null) expect(sums.from).toBeLessThanOrEqual(from.max);
      }),
    );
  });
});

describe('sums', () => {
  const rate = course.parse('3');
  const decimals = { from: 8, to: 2 };
  const within = course.limits(
    { min: 100_000_000n, max: 900_000_000n },
    { min: null, max: null },
    rate,
    decimals,
  );

  test.each([
    ['from', 200_000_000n, { from: 200_000_000n, to: 600n, clamped: null }],
    ['from', 99_999_999n, { from: 100_000_000n, to: 300n, clamped: 'min' }],
    ['from', 900_000_001n, { from: 900_000_000n, to: 2700n, clamped: 'max' }],
    // 5.00 ÷ 3 rounded up; the typed receive stays.
    ['to', 500n, { from: 166_666_667n, to: 500n, clamped: null }],
    ['to', 1n, { from: 100_000_000n, to: 300n, clamped: 'min' }],
    ['to', 2701n, { from: 900_000_000n, to: 2700n, clamped: 'max' }],
  ] as const)('typed on %s: %s', (side, typed, sums) => {
    expect(course.derive(side, typed, rate, decimals, within)).toEqual(sums);
  });
});

describe('the reserve', () => {
  test('a claim of X lowers the greatest sum by exactly X, as long as there is that much', () => {
    fc.assert(
      fc.property(units, units, units, (sum, held, claim) => {
        const before = course.reserveMax(sum, held);
        fc.pre(claim <= before);
        expect(course.reserveMax(sum, held + claim)).toBe(before - claim);
      }),
    );
  });

  test.each([
    [100_000n, 0n, 95_000n],
    [100_000n, 95_000n, 0n],
    [100_000n, 99_000n, 0n],
    [0n, 0n, 0n],
  ])('of %s with %s held: %s', (sum, held, max) => {
    expect(course.reserveMax(sum, held)).toBe(max);
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
  ] as const)('chosen %s, has one %s, verification first %s → %s', (chosen, has, first, type) => {
    expect(course.courseType(chosen, has, first)).toBe(type);
  });
});
