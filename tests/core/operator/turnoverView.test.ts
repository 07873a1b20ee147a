import { expect, test } from 'vitest';
import { formatTurnoverSearch, parseTurnoverView, toTurnoverQuery } from '#core/operator/turnoverView.ts';

const NOW = Date.parse('2026-11-28T22:00:00Z');

test.each([
  ['', '', ['2026-10-31', '2026-11-29', 'day']],
  ['days=7', '?days=7', ['2026-11-23', '2026-11-29', 'day']],
  ['days=90', '?days=90', ['2026-09-01', '2026-11-29', 'day']],
  ['days=31', '', ['2026-10-31', '2026-11-29', 'day']],
  ['date_from=2026-01-01&date_to=2026-12-31', null, ['2026-01-01', '2026-12-31', 'week']],
  ['date_from=2025-01-01&date_to=2026-12-31', null, ['2025-01-01', '2026-12-31', 'month']],
  // More days than the server accepts.
  [
    'date_from=2020-01-01&date_to=2026-12-31',
    '?date_from=2024-12-30&date_to=2026-12-31',
    ['2024-12-30', '2026-12-31', 'month'],
  ],
  // Days that the server refuses.
  ['date_from=2026-02-01&date_to=2026-01-01', '', ['2026-10-31', '2026-11-29', 'day']],
  ['date_from=2026-02-01&date_to=9999-01-01', '', ['2026-10-31', '2026-11-29', 'day']],
] as const)('reads the period of the address %s', (search, formatted, [from, to, group]) => {
  const view = parseTurnoverView(new URLSearchParams(search));
  expect(formatTurnoverSearch(view)).toBe(formatted ?? `?${search}`);
  expect(toTurnoverQuery(view, NOW)).toEqual({ date_from: from, date_to: to, group });
});
