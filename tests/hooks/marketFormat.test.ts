import { expect, test } from 'vitest';
import { formatCourse } from '#site/home/marketFormat.ts';

test.each([
  ['254056.8576', 'RUB', '254\u00a0056,85\u00a0₽'],
  ['81.4', 'RUB', '81,40\u00a0₽'],
  ['0.00421234567', 'RUB', '0,00421234\u00a0₽'],
  ['14.53212345', 'ETH', '14,5321\u00a0ETH'],
  ['0.0000039361', 'BTC', '0,0000039361\u00a0BTC'],
  ['0.00000393614444', 'BTC', '0,00000393614\u00a0BTC'],
  ['1234567', 'SHIB', '1\u00a0234\u00a0567\u00a0SHIB'],
])('shows the course %s %s as %s', (course, currency, shown) => {
  expect(formatCourse(course, currency)).toBe(shown);
});
