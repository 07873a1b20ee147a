import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAuthorizedClient } from '#core/api/authorizedClient.ts';
import type { ApiClient } from '#core/api/client.ts';
import { uploadMultipart } from '#core/api/upload.ts';
import { createSpecBackend, type SpecBackend } from './support/specBackend.ts';
import { createTestTabs } from './support/testTabs.ts';

const REFRESH = 'POST /front-api/auth/refresh/';
const Answer = v.object({ who: v.string() });

let backend: SpecBackend;
let tabs: ReturnType<typeof createTestTabs>;
let authorizations: (string | null)[];

beforeEach(() => {
  backend = createSpecBackend();
  tabs = createTestTabs(backend);
  authorizations = [];
  // Open to guests, as the calls about claims are.
  backend.app.all('/claim/', c => {
    const header = c.req.header('authorization');
    authorizations.push(header ?? null);
    if (header === undefined) return c.json({ who: 'guest' });
    return backend.state.accessTokens.has(header.replace('Bearer ', ''))
      ? c.json({ who: 'anna' })
      : c.json({ detail: 'Вход устарел', code: 'token_not_valid' }, 401);
  });
});
afterEach(() => tabs.closeAll());

/** A client for calls that guests send, too, in a tab where somebody is logged in. */
async function openClient(): Promise<ApiClient> {
  const { authorize } = await tabs.openLoggedInTab();
  return createAuthorizedClient(tabs.createClient(), authorize);
}

const get = (api: ApiClient) => api.call(Answer, '/claim/', { method: 'GET', isAuthorized: true });
const post = (api: ApiClient) =>
  api.call(Answer, '/claim/', { isAuthorized: true, method: 'POST', body: {} });

test('a guest’s call has no credentials and refreshes nothing', async () => {
  const api = createAuthorizedClient(tabs.createClient(), tabs.openTab().authorize);
  expect(await post(api)).toEqual({ who: 'guest' });
  expect(backend.countCalls(REFRESH)).toBe(0);
});

test('a logged-in visitor’s call has the token, if it asks for it', async () => {
  const api = await openClient();
  expect(await post(api)).toEqual({ who: 'anna' });
  expect(await api.call(Answer, '/claim/', { method: 'GET' })).toEqual({ who: 'guest' });
});

test('a rejected token is refreshed once for all calls, which are sent once more', async () => {
  const api = await openClient();
  backend.expireAccessTokens();
  expect(await Promise.all([post(api), get(api), post(api)])).toEqual([
    { who: 'anna' },
    { who: 'anna' },
    { who: 'anna' },
  ]);
  expect(backend.countCalls(REFRESH)).toBe(1);
  expect(authorizations).toHaveLength(6);
});

test('an upload is authorized, too', async () => {
  const api = await openClient();
  backend.expireAccessTokens();
  const options = { isAuthorized: true, headers: {}, body: new FormData() };
  const answer = await uploadMultipart(
    api,
    async (url, { headers, body }) => backend.app.request(url, { method: 'POST', headers, body }),
    { method: 'POST', path: '/claim/', response: Answer },
    options,
  );
  expect(answer).toEqual({ who: 'anna' });
  expect(backend.countCalls(REFRESH)).toBe(1);
});

test('when the session is over a change rejects, and the next one is a guest’s', async () => {
  const api = await openClient();
  backend.endSessions();
  await expect(post(api)).rejects.toMatchObject({ status: 401, code: 'token_not_valid' });
  expect(await post(api)).toEqual({ who: 'guest' });
});

test('when the session is over a reading goes on as a guest’s', async () => {
  const api = await openClient();
  backend.endSessions();
  expect(await get(api)).toEqual({ who: 'guest' });
});

test('an unreachable login keeps the visitor logged in', async () => {
  const api = await openClient();
  backend.expireAccessTokens();
  backend.state.failures.set('/front-api/auth/refresh/', () => new Response('', { status: 503 }));
  await expect(post(api)).rejects.toMatchObject({ status: 503 });
  backend.state.failures.clear();
  expect(await post(api)).toEqual({ who: 'anna' });
});

test('code that cannot be loaded is a lost connection', async () => {
  const api = createAuthorizedClient(tabs.createClient(), () => Promise.reject(new TypeError('no chunk')));
  await expect(post(api)).rejects.toMatchObject({ kind: 'network' });
});
