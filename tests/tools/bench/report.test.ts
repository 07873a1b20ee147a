import { expect, test } from 'vitest';
import { calculateMedian, findMissedGoals, formatTable } from '#tests/bench/report.ts';

test('calculates the median as the middle value, or the mean of the two middle values', () => {
  expect(calculateMedian([30, 10, 20])).toBe(20);
  expect(calculateMedian([40, 10, 20, 30])).toBe(25);
});

test('formats median, minimum and maximum in the unit of the series', () => {
  expect(formatTable([{ name: 'heap', unit: 'MB', values: [2_000_000, 4_000_000, 3_000_000] }])).toContain(
    '| heap | 3.00 | 2.00 | 4.00 | MB |',
  );
});

test('accepts a missed goal until the last day of its exception and within its limit', () => {
  const goal = { name: 'keystroke', value: 1.3, limit: 1.1 };
  const exception = { goal: 'keystroke', until: '2027-01-31', limit: 1.4, reason: 'a reason' };
  expect(findMissedGoals([goal], [], '2027-01-01')).toEqual(['keystroke: 1.30, at most 1.1']);
  expect(findMissedGoals([goal], [exception], '2027-01-31')).toEqual([]);
  expect(findMissedGoals([goal], [exception], '2027-02-01')).toHaveLength(1);
  expect(findMissedGoals([{ ...goal, value: 1.5 }], [exception], '2027-01-31')).toHaveLength(1);
  expect(findMissedGoals([{ ...goal, value: 1 }], [], '2027-01-01')).toEqual([]);
});
