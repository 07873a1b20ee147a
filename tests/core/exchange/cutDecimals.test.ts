import { expect, test } from 'vitest';
import { cutDecimals } from '#core/exchange/cutDecimals.ts';

test.each([
  ['30.000066021714', 4, '30.0000'],
  ['-30.126', 2, '-30.12'],
  ['-0.001', 2, '0.00'],
  ['5000', 2, '5000.00'],
  ['7.9', 0, '7'],
])('cuts %s to %i decimals', (text, decimals, cut) => {
  expect(cutDecimals(text, decimals)).toBe(cut);
});
