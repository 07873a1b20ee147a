import { expect, test } from 'vitest';
import { ledgerFilters } from '#core/account/referral/ledgerFilters.ts';

const parse = (search: string) => ledgerFilters.parse(new URLSearchParams(search));

test.each([
  ['', ''],
  ['?kind=accrual&status=available&page=3', '?kind=accrual&status=available&page=3'],
  ['?kind=withdrawal&status=0', '?kind=withdrawal&status=0'],
  ['?date_from=2026-11-01&date_to=2026-11-21', '?date_from=2026-11-01&date_to=2026-11-21'],
  ['?kind=gift&status=moon&page=0', ''],
  ['?date_from=2026-02-30&date_to=yesterday&utm_source=letter', ''],
])('reads the address %s as %s', (search, expected) => {
  expect(ledgerFilters.format(parse(search))).toBe(expected);
});

test('has the names of the API; a page narrows nothing', () => {
  expect(ledgerFilters.toQuery(parse('?kind=accrual&date_to=2026-11-21&page=2'))).toEqual({
    kind: 'accrual',
    date_to: '2026-11-21',
    page: '2',
  });
  expect([ledgerFilters.isFiltered(parse('?page=2')), ledgerFilters.isFiltered(parse('?status=0'))]).toEqual([
    false,
    true,
  ]);
});
