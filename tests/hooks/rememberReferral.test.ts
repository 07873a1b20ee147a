import { beforeEach, expect, test, vi } from 'vitest';
import { readStoredReferral } from '#core/referral/storedReferral.ts';
import { rememberReferral } from '#site/referral/rememberReferral.ts';

const fetchMock = vi.fn(() => Promise.resolve(new Response()));
beforeEach(() => {
  localStorage.clear();
  fetchMock.mockClear();
  vi.stubGlobal('fetch', fetchMock);
});

const remember = (search: string, isReload = false) => {
  rememberReferral(new URLSearchParams(search), isReload);
  return readStoredReferral(localStorage, Date.now())?.refferal ?? null;
};

test.each([
  ['ref=AAAABBBB', 'AAAABBBB'],
  ['rid=aaaabbbb.my-blog_1', 'aaaabbbb.my-blog_1'],
  ['ref=%20AAAABBBB%20&rid=CCCCDDDD', 'AAAABBBB'],
  [`ref=AAAABBBB.${'a'.repeat(40)}`, `AAAABBBB.${'a'.repeat(40)}`],
])('remembers %s and reports it', (search, expected) => {
  expect(remember(search)).toBe(expected);
  expect(fetchMock).toHaveBeenCalledOnce();
});

test.each([
  '',
  'ref=',
  'ref=newsletter',
  'ref=AAAABBB',
  'ref=AAAABBBBC',
  'ref=AAAA0BB1',
  'ref=AAAABBBB.',
  'ref=AAAABBBB.метка',
  'ref=AAAABBBB.a.b',
  'ref=AAAABBBB%0AX',
  'ref=<script>alert(1)</script>',
  `ref=AAAABBBB.${'a'.repeat(41)}`,
  `ref=${'A'.repeat(10_000)}`,
  'ref=junk&rid=AAAABBBB',
])('keeps the last link at %s', search => {
  remember('ref=CCCCDDDD.first');
  fetchMock.mockClear();
  expect(remember(search)).toBe('CCCCDDDD.first');
  expect(fetchMock).not.toHaveBeenCalled();
});

test('a reload is no click', () => {
  expect(remember('ref=AAAABBBB', true)).toBeNull();
  expect(fetchMock).not.toHaveBeenCalled();
});
