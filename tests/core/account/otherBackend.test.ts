import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createClaimAttachment } from '#core/account/claims/createClaimAttachment.ts';
import { createJournal } from '#core/account/createJournal.ts';
import { getPageSize } from '#core/account/listQuery.ts';
import { fetchAccountClaims } from '#core/api/account/accountClaims.ts';
import { sendCall } from '#core/api/sendCall.ts';
import { getAccountStatisticsCall } from '#core/contract/account/accountOverview.ts';
import { fetchRequisites } from '#core/api/account/savedRequisites.ts';
import { createApiClient } from '#core/api/client.ts';
import { isDetailedClaim } from '#core/contract/account/accountClaim.ts';
import { waitUntil } from '../../support/fakeClock.ts';
import { createInspectableStorage } from '../support/inspectableStorage.ts';

const ELSEWHERE = 'https://elsewhere.example/page';

/** A backend whose pages have at most two lines, whatever `size` says, and whose `next` leads elsewhere. */
function createOtherBackend(lines: readonly object[]) {
  const urls: string[] = [];
  const app = new Hono();
  app.get('/api/v1/users/me/statistics/', c => c.json({}));
  app.get('*', c => {
    const page = Number(c.req.query('page'));
    const results = lines.slice(2 * (page - 1), 2 * page);
    return c.json({ count: lines.length, next: ELSEWHERE, previous: null, results });
  });
  const api = createApiClient({
    base: '',
    fetch(url, init) {
      urls.push(url);
      return app.request(url, init);
    },
  });
  return { api, urls };
}

test('saved requisites follow by page number to their count, with only an id each', async () => {
  const backend = createOtherBackend([
    { id: 'a', values: { card: '2200000000000004' } },
    { id: 'b', masked: 'T…x' },
    { id: 'c' },
  ]);
  expect(await fetchRequisites(backend.api, 'card')).toMatchObject([
    { id: 'a', masked: '•••• 0004', label: '', verification: null, payoutFrom: null },
    { id: 'b', masked: 'T…x', values: {} },
    { id: 'c', masked: '', currency: { code: '' } },
  ]);
  const path = '/api/v1/users/me/requisites/';
  expect(backend.urls).toEqual([`${path}?page=1&size=100&type=card`, `${path}?page=2&size=100&type=card`]);
});

test('a list whose count is wrong ends with an empty page', async () => {
  const { api, urls } = createOtherBackend([{ id: 'a' }, { id: 'b' }]);
  const wrongCount = createApiClient({
    base: '',
    fetch: (url: string) => {
      urls.push(url);
      const results = url.includes('page=1&') ? [{ id: 'a' }] : [];
      return Response.json({ count: 9, next: null, previous: null, results });
    },
  });
  expect(await fetchRequisites(wrongCount, null)).toHaveLength(1);
  expect(urls).toHaveLength(2);
  expect(await fetchRequisites(api, null)).toHaveLength(2);
});

test('a list of a backend that ignores the page has each line once', async () => {
  const urls: string[] = [];
  const api = createApiClient({
    base: '',
    fetch: url => {
      urls.push(url);
      return Response.json({ count: 1e9, next: null, previous: null, results: [{ id: 'a' }, { id: 'b' }] });
    },
  });
  expect((await fetchRequisites(api, null)).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(urls).toHaveLength(2);
});

test('a claim needs only its id, and a status of another backend is unknown', async () => {
  const { api, urls } = createOtherBackend([{ id: 17, status: 'in_progress', fromSumma: 12.5 }]);
  const { results } = await fetchAccountClaims(api, {});
  expect(results).toMatchObject([
    { id: '17', status: null, number: null, fromSumma: '12.5', repeatable: false },
  ]);
  expect(results.map(isDetailedClaim)).toEqual([false]);
  expect(urls).toEqual(['/api/v1/users/me/claims/?page=1']);
});

test('statistics may be empty', async () => {
  expect(await sendCall(createOtherBackend([]).api, getAccountStatisticsCall)).toEqual({});
});

test('the journal loads pages until its count', async () => {
  const event = {
    kind: 'login',
    device: 'Chrome',
    network: '203.0.113.0/24',
    at: '2026-01-01T00:00:00.000Z',
  };
  const { api, urls } = createOtherBackend([event, event, event]);
  const journal = createJournal(api);
  journal.load();
  await waitUntil(() => journal.state.peek().phase === 'ready', 'the journal');
  expect(journal.state.peek()).toMatchObject({ more: { phase: 'idle' } });
  expect(await journal.loadMore()).toBe(1);
  expect(journal.state.peek()).toMatchObject({ pages: 2, more: null });
  expect(urls.map(url => url.slice(url.indexOf('?')))).toEqual(['?page=1', '?page=2']);
});

test('the offer of guests’ claims compares all pages of the account', async () => {
  const ids = ['10000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000003'];
  const { api } = createOtherBackend([{ id: ids[0] }, { id: 'other' }, { id: ids[1] }]);
  const claims = ids.map(id => ({ id, secret: 's', number: '1', createdAt: '2026-01-01T00:00:00.000Z' }));
  const local = createInspectableStorage();
  const offer = createClaimAttachment({ api, userId: 'anna', getClaims: () => claims, local });
  await offer.check();
  expect(offer.state.peek()).toEqual({ phase: 'none' });
});

test.each([
  ['the first page is full', 1, 20, 68, ELSEWHERE, 20],
  ['there is one page', 1, 5, 5, null, 20],
  ['the first page is smaller than asked for', 1, 10, 25, ELSEWHERE, 10],
  ['a later page is smaller', 2, 10, 25, ELSEWHERE, 10],
  ['the last page is the rest of smaller ones', 3, 5, 25, null, 10],
  ['the last page is the rest of full ones', 4, 8, 68, null, 20],
  ['a page is beyond the last', 9, 0, 68, null, 20],
] as const)('pages have the size that is sent: %s', (_, page, length, count, next, expected) => {
  expect(getPageSize({ count, next, results: Array.from({ length }) }, page, 20)).toBe(expected);
});

test('a list may not say whether another page follows', async () => {
  const api = createApiClient({
    base: '',
    fetch: () => Response.json({ count: 5, results: [{ id: 1 }, { id: 2 }] }),
  });
  const page = await fetchAccountClaims(api, { page: '2', size: '2' });
  expect(page.results).toHaveLength(2);
  expect(getPageSize(page, 1, 20)).toBe(2);
  // The second page may be the last one, and shorter than the first.
  expect(getPageSize(page, 2, 20)).toBe(20);
});
