import { describe, expect, test } from 'vitest';
import { claimFilters } from '#core/account/claims/claimFilters.ts';

const parse = (search: string) => claimFilters.parse(new URLSearchParams(search));

describe('the address of the list', () => {
  test.each([
    '',
    '?status=open',
    '?status=cancelled&cur_from=BTC&cur_to=SBERRUB',
    '?date_from=2026-11-01&date_to=2026-11-21',
    '?search=%E2%84%96+H34CY8&page=3',
  ])('keeps %s', search => {
    expect(claimFilters.format(parse(search))).toBe(search);
  });

  test.each([
    ['?status=paying', ''],
    ['?status=', ''],
    ['?cur_from=b&cur_to=%27', ''],
    ['?cur_from=btc', '?cur_from=BTC'],
    ['?date_from=2026-02-30&date_to=yesterday', ''],
    ['?page=0', ''],
    ['?page=1', ''],
    ['?page=1e9', ''],
    [`?search=${'x'.repeat(80)}`, `?search=${'x'.repeat(64)}`],
    ['?search=+btc+', '?search=btc'],
    ['?utm_source=letter', ''],
  ])('reads %s as %s', (search, expected) => {
    expect(claimFilters.format(parse(search))).toBe(expected);
  });

  test('has the names of the API', () => {
    expect(claimFilters.toQuery(parse('?cur_to=BTC&date_to=2026-11-21&page=2'))).toEqual({
      cur_to: 'BTC',
      date_to: '2026-11-21',
      page: '2',
    });
  });

  test('a page is no filter', () => {
    expect(claimFilters.isFiltered(parse('?page=2'))).toBe(false);
    expect(claimFilters.isFiltered(parse('?search=a'))).toBe(true);
    expect(claimFilters.isFiltered(parse('?status=closed'))).toBe(true);
  });
});
