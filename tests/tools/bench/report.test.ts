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

test('describes the goals that are missed', () => {
  const goal = { name: 'keystroke', value: 1.3, limit: 1.1 };
  expect(findMissedGoals([goal, { ...goal, value: 1.1 }])).toEqual(['keystroke: 1.30, at most 1.1']);
});
