import { expect, test } from 'vitest';
import { parsePgbenchRate } from '#tests/bench/server/pgbench.ts';
import { calculatePercentile, formatReport, isGoalReached } from '#tests/bench/server/serverReport.ts';

test('calculates a percentile as the value of the nearest rank', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(calculatePercentile(values, 0.5)).toBe(100);
  expect(calculatePercentile(values, 0.99)).toBe(198);
  expect(calculatePercentile(values, 1)).toBe(200);
  expect(calculatePercentile([7], 0.5)).toBe(7);
});

test('a value that could not be measured misses its goal', () => {
  const line = { name: 'p99', value: calculatePercentile([], 0.99), unit: 'ms' } as const;
  expect(isGoalReached({ ...line, goal: { atMost: 150 } })).toBe(false);
  expect(isGoalReached({ ...line, goal: { atLeast: 0 } })).toBe(false);
  expect(isGoalReached(line)).toBe(true);
});

test('formats each value with its goal and result', () => {
  const table = formatReport('PostgreSQL', [
    { name: 'claims created', value: 512.34, unit: '/s' },
    { name: 'share', value: 20, unit: '%', goal: { atLeast: 20 } },
    { name: 'p99', value: 150.6, unit: 'ms', goal: { atMost: 150 } },
    { name: 'max', value: NaN, unit: 'ms' },
    { name: 'failed', value: 2, unit: '', goal: { atMost: 0 }, detail: 'creation 409: 2' },
  ]);
  expect(table.split('\n').slice(2)).toEqual([
    '| claims created | 512.3 /s |  |  |',
    '| share | 20.0 % | ≥ 20 % | ok |',
    '| p99 | 150.6 ms | ≤ 150 ms | missed |',
    '| max | – |  |  |',
    '| failed | 2 creation 409: 2 | ≤ 0 | missed |',
  ]);
});

test.for([
  ['tps = 2693.514411 (without initial connection time)', 2693.514411],
  [
    'tps = 1200.1 (including connections establishing)\ntps = 1234.5 (excluding connections establishing)',
    1234.5,
  ],
] as const)('parses the rate of pgbench from %j', ([output, rate]) => {
  expect(parsePgbenchRate(`scaling factor: 20\n${output}\n`)).toBe(rate);
});
