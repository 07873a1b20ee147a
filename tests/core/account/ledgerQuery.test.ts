import { expect, test } from 'vitest';
import {
  formatLedgerSearch,
  isLedgerFiltered,
  parseLedgerView,
  toLedgerQuery,
} from '#core/account/referral/ledgerQuery.ts';

const parse = (search: string) => parseLedgerView(new URLSearchParams(search));

test.each([
  ['', ''],
  ['?kind=accrual&status=available&page=3', '?kind=accrual&status=available&page=3'],
  ['?kind=withdrawal&status=0', '?kind=withdrawal&status=0'],
  ['?date_from=2026-11-01&date_to=2026-11-21', '?date_from=2026-11-01&date_to=2026-11-21'],
  ['?kind=gift&status=moon&page=0', ''],
  ['?date_from=2026-02-30&date_to=yesterday&utm_source=letter', ''],
])('reads the address %s as %s', (search, expected) => {
  expect(formatLedgerSearch(parse(search))).toBe(expected);
});

test('has the names of the API; a page narrows nothing', () => {
  expect(toLedgerQuery(parse('?kind=accrual&date_to=2026-11-21&page=2'))).toEqual({
    kind: 'accrual',
    date_to: '2026-11-21',
    page: '2',
  });
  expect([isLedgerFiltered(parse('?page=2')), isLedgerFiltered(parse('?status=0'))]).toEqual([false, true]);
});
