import { Big } from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decimalToExactUnits,
  decimalToUnits,
  unitsToDecimal,
  trimTrailingZeros,
  divideRounded,
  localizeDecimal,
  parseAmount,
  formatUnits,
} from '#core/exchange/amount.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';

const NBSP = '\u00a0';
const NARROW = '\u202f';

/** Rounding modes of big.js by direction. */
const ROUNDING_MODES = { down: Big.roundDown, up: Big.roundUp } as const;
const direction = fc.constantFrom('down' as const, 'up' as const);
const decimals = fc.integer({ min: 0, max: 18 });
const units = fc.bigInt({ min: -(10n ** 42n), max: 10n ** 42n });
const amounts = units.filter(value => value >= 0n);
/** Decimal text as in the API: "0", "12.5", "0.00000001". */
const text = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.option(fc.stringMatching(/^\d{1,20}$/)))
  .map(([whole, fraction]) => (fraction === null ? `${whole}` : `${whole}.${fraction}`));

describe('text and units', () => {
  test.each([
    ['0', 2, 'down', 0n],
    ['1250.5', 2, 'down', 125050n],
    ['1250.509', 2, 'down', 125050n],
    ['1250.501', 2, 'up', 125051n],
    ['1250.500', 2, 'up', 125050n],
    ['0.00000001', 8, 'down', 1n],
    ['0.000000001', 8, 'down', 0n],
    ['0.000000001', 8, 'up', 1n],
    ['99.99', 0, 'up', 100n],
    ['007', 2, 'down', 700n],
    ['123456789012345678901234567890.12', 2, 'down', 12345678901234567890123456789012n],
  ] as const)('%s with %i decimals, %s → %s', (text, decimals, direction, units) => {
    expect(decimalToUnits(text, decimals, direction)).toBe(units);
  });

  test.each(['', ' ', '.', '1.', '.5', '-1', '+1', '1e3', '1,5', '1 000', 'NaN', '٣', '1\n'])(
    '%j is not a decimal',
    text => {
      expect(() => decimalToUnits(text, 2)).toThrow(RangeError);
    },
  );

  test('parses like big.js in both rounding directions', () => {
    fc.assert(
      fc.property(text, decimals, direction, (text, decimals, direction) => {
        const exact = new Big(text).times(new Big(10).pow(decimals));
        expect(decimalToUnits(text, decimals, direction)).toBe(
          BigInt(exact.round(0, ROUNDING_MODES[direction]).toFixed(0)),
        );
      }),
    );
  });

  test('round-trips and writes all decimals', () => {
    fc.assert(
      fc.property(units, decimals, (units, decimals) => {
        const text = unitsToDecimal(units, decimals);
        expect(decimalToUnits(text.replace('-', ''), decimals)).toBe(units < 0n ? -units : units);
        expect(text.startsWith('-')).toBe(units < 0n);
        expect(text.split('.')[1]?.length ?? 0).toBe(decimals);
        expect(new Big(trimTrailingZeros(text)).eq(text)).toBe(true);
      }),
    );
  });

  test.each([
    [0n, 0, '0'],
    [0n, 18, '0.000000000000000000'],
    [-5n, 2, '-0.05'],
    [-125050n, 2, '-1250.50'],
    [-7n, 0, '-7'],
    [123456789012345678901234123456789012345678n, 18, '123456789012345678901234.123456789012345678'],
  ])('%i units with %i decimals are %s', (units, decimals, text) => {
    expect(unitsToDecimal(units, decimals)).toBe(text);
  });

  test.each([
    ['1.50', 1, 15n],
    ['1.51', 1, null],
    ['0.000000000000000001', 18, 1n],
    ['0.000000000000000001', 17, null],
    ['999999999999999999999999.999999999999999', 15, 10n ** 39n - 1n],
  ])('%s in exactly %i decimals: %s', (text, decimals, units) => {
    expect(decimalToExactUnits(text, decimals)).toBe(units);
  });

  test.each([
    ['81.4200', '81.42'],
    ['50.00', '50'],
    ['100', '100'],
    ['0.0', '0'],
    ['10.010', '10.01'],
  ])('%s without its zeros is %s', (text, trimmed) => {
    expect(trimTrailingZeros(text)).toBe(trimmed);
  });
});

describe('division', () => {
  test('rounds in its direction and differs by at most one', () => {
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 1n, max: 10n ** 20n }), (a, b) => {
        const [down, up] = [divideRounded(a, b, 'down'), divideRounded(a, b, 'up')];
        expect(down * b <= a && a < (down + 1n) * b).toBe(true);
        expect(up - down).toBe(a % b === 0n ? 0n : 1n);
      }),
    );
  });
});

describe('formatting', () => {
  test.each([
    ['0', '0'],
    ['999.99', '999,99'],
    ['1234.5', `1${NBSP}234,5`],
    ['1234567', `1${NBSP}234${NBSP}567`],
    ['0.00000001', '0,00000001'],
    ['-0.05', '−0,05'],
    ['-123456.5', `−123${NBSP}456,5`],
  ])('%s → %s', (text, shown) => {
    expect(localizeDecimal(text)).toBe(shown);
  });

  test.each([
    ['0', '0'],
    ['20.0000', '20'],
    ['1250.5000', `1${NBSP}250,50`],
    ['-0.0413', '−0,0413'],
    ['-100.00', '−100'],
  ])('%s is %s dollars', (text, shown) => {
    expect(formatUsd(text)).toBe(`${shown}${NBSP}$`);
  });

  test('parses a formatted amount to the same amount', () => {
    fc.assert(
      fc.property(amounts, decimals, (units, decimals) => {
        const reading = parseAmount(formatUnits(units, decimals));
        // A text over the length limit is refused, never truncated.
        if (!reading.ok) expect(formatUnits(units, decimals).replace(/\s/g, '').length).toBeGreaterThan(40);
        else expect(decimalToUnits(reading.text, decimals)).toBe(units);
      }),
    );
  });
});

describe('parsing typed text', () => {
  test.each([
    ['1250,5', '1250.5', false],
    ['1250.5', '1250.5', false],
    ['1 234,56', '1234.56', false],
    [`1${NBSP}234,56`, '1234.56', false],
    [`1${NARROW}234,56`, '1234.56', false],
    [' 42 ', '42', false],
    ['1.234,56', '1234.56', false],
    ['1,234.56', '1234.56', false],
    ['12,345,678.9', '12345678.9', false],
    ['1.234', '1.234', true],
    ['1,234', '1.234', true],
    ['999,999', '999.999', true],
    ['0,234', '0.234', false],
    ['0.001', '0.001', false],
    ['1234,567', '1234.567', false],
    ['1.2345', '1.2345', false],
    ['1.234.567', '1234567', true],
    ['1,234,567', '1234567', true],
    ['.5', '0.5', false],
    [',5', '0.5', false],
    ['5,', '5', false],
    ['007', '7', false],
    ['0', '0', false],
    ['1 000 000', '1000000', false],
  ])('%j is %s, ambiguous: %s', (typed, text, ambiguous) => {
    expect(parseAmount(typed)).toEqual({ ok: true, text, isAmbiguous: ambiguous });
  });

  test.each([
    '.',
    ',',
    '-5',
    '+5',
    '1e5',
    '1..2',
    '1.2.3',
    '1,2,3',
    '1.23,45.6',
    '12.34,5,6',
    'сто',
    '5 ₽',
    '½',
    '٣',
    '1'.repeat(41),
  ])('%j is not an amount', typed => {
    expect(parseAmount(typed)).toEqual({ ok: false, code: 'number_format' });
  });

  test.each(['', ' ', NBSP])('%j is empty', typed => {
    expect(parseAmount(typed)).toEqual({ ok: false, code: 'empty' });
  });

  test('loses no digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d., \u00a0]{1,30}$/), typed => {
        const reading = parseAmount(typed);
        if (!reading.ok) return;
        const digits = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '');
        expect(digits(reading.text)).toBe(digits(typed));
        expect(() => decimalToUnits(reading.text, 8)).not.toThrow();
      }),
    );
  });
});
