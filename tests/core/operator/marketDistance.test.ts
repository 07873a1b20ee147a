import { expect, it } from 'vitest';
import { formatMarketDistance } from '#core/operator/marketDistance.ts';

it.each([
  ['7952', '8000', 'LTC', 'RUB', '−0,6\u00a0%'],
  ['8000', '8000', 'LTC', 'RUB', '0\u00a0%'],
  ['8008', '8000', 'LTC', 'RUB', '+0,1\u00a0%'],
  // A course is cut after its last digit: the margin of 0.6 % is displayed as it is.
  ['0.0999999999', '0.1006036217', 'USDT', 'TON', '−0,6\u00a0%'],
  ['7999.6', '8000', 'LTC', 'RUB', '−0,01\u00a0%'],
  ['7999.61', '8000', 'LTC', 'RUB', '0\u00a0%'],
  // The price of a received coin is higher if the client gets less of it.
  ['0.000124', '0.000125', 'RUB', 'LTC', '+0,81\u00a0%'],
  ['0.00001', '0.0000101', 'USDT', 'BTC', '+1\u00a0%'],
  // The course decides which price is displayed, also where the market is beyond the threshold.
  ['0.00099', '0.001', 'USDT', 'BNB', '+1,01\u00a0%'],
  ['1000000', '8000', 'LTC', 'RUB', '+12\u00a0400\u00a0%'],
])('compares %s with %s, %s to %s: %s', (course, market, from, to, distance) => {
  expect(formatMarketDistance({ course, market, from, to })).toBe(distance);
});
