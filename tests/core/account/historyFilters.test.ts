import { expect, test } from 'vitest';
import { historyFilters } from '#core/account/shop/historyFilters.ts';

const parse = (search: string) => historyFilters.parse(new URLSearchParams(search));
const LONGEST_SUB = 'a'.repeat(40);

test.each([
  ['', ''],
  ['?status=hold&code=ABCDEFGH&sub=blog-1&page=3', '?status=hold&code=ABCDEFGH&sub=blog-1&page=3'],
  ['?code=abcdefgh', '?code=ABCDEFGH'],
  ['?date_from=2026-11-01&date_to=2026-11-21', '?date_from=2026-11-01&date_to=2026-11-21'],
  [`?sub=${LONGEST_SUB}`, `?sub=${LONGEST_SUB}`],
  [`?sub=${LONGEST_SUB}a`, ''],
  ['?status=moon&code=ABC&sub=a%20b&page=0', ''],
  ['?code=ABCDEFGHI&date_from=2026-02-30&utm_source=letter', ''],
])('reads the address %s as %s', (search, expected) => {
  expect(historyFilters.format(parse(search))).toBe(expected);
});

test('has the names of the API; a page and an empty sub narrow nothing', () => {
  expect(historyFilters.toQuery(parse('?code=ABCDEFGH&date_to=2026-11-21&page=2'))).toEqual({
    code: 'ABCDEFGH',
    date_to: '2026-11-21',
    page: '2',
  });
  expect(['?page=2', '?sub=', '?sub=a'].map(search => historyFilters.isFiltered(parse(search)))).toEqual([
    false,
    false,
    true,
  ]);
});
