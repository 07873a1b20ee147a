import { expect, test } from 'vitest';
import { toDisplayedCourse } from '#core/exchange/displayedCourse.ts';

test.each([
  ['81.27000349', 'USDT', 'RUB', '1 USDT = 81,27 RUB'],
  ['81.4', 'USDT', 'RUB', '1 USDT = 81,40 RUB'],
  ['7524367.019', 'BTC', 'RUB', '1 BTC = 7\u00a0524\u00a0367,01 RUB'],
  ['254056.8576', 'ETH', 'RUB', '1 ETH = 254\u00a0056,85 RUB'],
  ['0.00421234567', 'SHIB', 'RUB', '1 SHIB = 0,00421234 RUB'],
  // From roubles to a coin: the price of the coin, rounded up.
  ['0.01209716796', 'RUB', 'USDT', '1 USDT = 82,67 RUB'],
  ['0.0000001309282776', 'RUB', 'BTC', '1 BTC = 7\u00a0637\u00a0769,46 RUB'],
  ['250.5', 'RUB', 'SHIB', '1 SHIB = 0,00399202 RUB'],
  // Between coins: six digits, steady ones.
  ['31.2', 'BTC', 'ETH', '1 BTC = 31,2000 ETH'],
  ['14.53212345', 'BTC', 'ETH', '1 BTC = 14,5321 ETH'],
  ['0.033', 'ETH', 'BTC', '1 ETH = 0,0330000 BTC'],
  // To a coin worth over 1000 times as much: the price of that coin.
  ['0.0000039361', 'TRX', 'BTC', '1 BTC = 254\u00a0059 TRX'],
  ['0.0000107683', 'USDT', 'BTC', '1 BTC = 92\u00a0865,2 USDT'],
  ['1234567', 'BTC', 'SHIB', '1 BTC = 1\u00a0234\u00a0567 SHIB'],
  ['1', 'RUB', 'RUB', '1 RUB = 1,00 RUB'],
  ['0', 'RUB', 'USDT', '1 USDT = 0 RUB'],
])('%s of %s to %s is shown as %s', (course, from, to, line) => {
  const { base, price, quote } = toDisplayedCourse(course, from, to);
  expect(`1 ${base} = ${price} ${quote}`).toBe(line);
});
