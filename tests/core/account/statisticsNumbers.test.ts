import { expect, test } from 'vitest';
import { foldEmptyRows, hasFigures } from '#core/account/shop/statisticsNumbers.ts';

const row = (key: string, clicks = 0) => ({
  key,
  clicks,
  visitors: clicks,
  claims: 0,
  completed: 0,
  turnover: '0.00',
  income: '0.0000',
});

test('folds rows without figures that follow each other, and leaves a single one', () => {
  const rows = [row('1'), row('2'), row('3', 1), row('4'), row('5', 2), row('6'), row('7'), row('8')];
  expect(
    foldEmptyRows(rows, hasFigures).map(run => [run.rows.map(({ key }) => key).join(' '), run.isEmpty]),
  ).toEqual([
    ['1 2', true],
    ['3', false],
    ['4', false],
    ['5', false],
    ['6 7 8', true],
  ]);
});
