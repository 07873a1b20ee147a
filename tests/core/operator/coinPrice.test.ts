import { expect, test } from 'vitest';
import { coinPriceToCourse, courseToCoinPrice } from '#core/operator/coinPrice.ts';

test.each([
  ['92882.9', '0.00001076624437'],
  ['9288', '0.0001076658053'],
  ['7637769.46', '0.0000001309282775'],
  ['0.004', '250'],
  ['3', '0.3333333333'],
  ['0.0000000007', '1428571428'],
])('the price %s is the course %s, and is found again', (price, course) => {
  expect(coinPriceToCourse(price)).toBe(course);
  expect(courseToCoinPrice(course)).toBe(price);
});

test('the course never gives the client more than the price, and every course has a price', () => {
  for (let units = 1_000_000_000n; units < 10_000_000_000n; units += 12_345_678_901n / 97n) {
    const course = `0.0000${units}`.replace(/0+$/, '');
    const price = courseToCoinPrice(course);
    expect(coinPriceToCourse(price)).toBe(course);
    const [whole = '', fraction = ''] = price.split('.');
    // In whole numbers: price × course ≤ 1.
    expect(BigInt(whole + fraction) * units <= 10n ** BigInt(fraction.length + 14)).toBe(true);
  }
});

test('finds the price of a stored course with needless digits', () => {
  expect(courseToCoinPrice('0.50')).toBe('2');
  expect(courseToCoinPrice('0.333333333333333')).toBe('3');
});

test.each(['', '0', '0.00', '-1', 'abc', '1e5', 'none'])(
  'leaves %j to the server, which refuses it',
  text => {
    expect(coinPriceToCourse(text)).toBe(text);
  },
);
