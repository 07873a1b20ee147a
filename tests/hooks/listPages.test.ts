import { expect, test } from 'vitest';
import { listPageNumbers } from '#site/account/list/ListPages.tsx';

test.each([
  [1, 0, []],
  [1, 1, [1]],
  [2, 2, [1, 2]],
  [1, 3, [1, 2, 3]],
  [1, 4, [1, 2, 3, 4]],
  [1, 5, [1, 2, 3, 4, 5]],
  [1, 6, [1, 2, 3, null, 6]],
  [3, 9, [1, 2, 3, 4, null, 9]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [8, 9, [1, null, 7, 8, 9]],
  [9, 9, [1, null, 7, 8, 9]],
  // A page behind the last one, and the count of an odd backend.
  [15, 9, [1, null, 7, 8, 9]],
  [1, 5e15, [1, 2, 3, null, 5e15]],
])('page %i of %i', (current, count, pages) => {
  expect(listPageNumbers(current, count)).toEqual(pages);
});
