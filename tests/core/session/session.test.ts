import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sendCall } from '#core/api/sendCall.ts';
import { getUserCall } from '#core/contract/user.ts';
import type { SessionModel } from '#core/session/sessionModel.ts';
import { flushTasks } from '../../support/fakeClock.ts';
import { createSpecBackend, type SpecBackend } from './support/specBackend.ts';
import { createTestTabs } from './support/testTabs.ts';

const REFRESH = 'POST /front-api/auth/refresh/';
const ME = 'GET /api/v1/users/me/';
const SIGNED_IN = { phase: 'signed_in', user: { email: 'anna@example.com', activated: true } };

let backend: SpecBackend;
let tabs: ReturnType<typeof createTestTabs>;

beforeEach(() => {
  backend = createSpecBackend();
  tabs = createTestTabs(backend);
});
afterEach(() => tabs.closeAll());

/** Opens another page of a browser in which somebody is logged in. */
async function reopen(): Promise<SessionModel> {
  (await tabs.openLoggedInTab()).dispose();
  backend.state.calls.length = 0;
  return tabs.openTab();
}

describe('at start', () => {
  test('a guest sends no request', async () => {
    const session = tabs.openTab();
    expect(await session.waitUntilLoaded()).toEqual({ phase: 'guest' });
    expect(backend.state.calls).toEqual([]);
  });

  test('the user is loaded if the marker says that there is a session', async () => {
    const session = await reopen();
    expect(session.state.peek()).toEqual({ phase: 'loading', error: null });
    expect(await session.waitUntilLoaded()).toEqual(SIGNED_IN);
    expect(backend.state.calls).toEqual([REFRESH, ME]);
  });

  test('a backend that refreshes by GET works, and is asked by POST only once', async () => {
    backend = createSpecBackend({ refreshMethod: 'GET' });
    tabs = createTestTabs(backend);
    const session = await reopen();
    expect(await session.waitUntilLoaded()).toEqual(SIGNED_IN);
    expect(backend.state.calls).toEqual([REFRESH, 'GET /front-api/auth/refresh/', ME]);
    backend.expireAccessTokens();
    await sendCall(session.api, getUserCall);
    expect(backend.countCalls(REFRESH)).toBe(1);
  });

  test('a definitive 401 of the refresh signs out in all tabs and removes the marker', async () => {
    const first = await tabs.openLoggedInTab();
    backend.endSessions();
    const second = tabs.openTab();
    expect(await second.waitUntilLoaded()).toEqual({ phase: 'guest', isExpired: true });
    expect(first.state.peek()).toEqual({ phase: 'guest' });
    expect(tabs.browser.hasMarker).toBe(false);
  });

  test.each([
    ['429', () => new Response('{"code":"too_many_requests"}', { status: 429 }), 'too_many_requests'],
    ['503', () => new Response('{"code":"overloaded"}', { status: 503 }), 'overloaded'],
    ['500', () => new Response('', { status: 500 }), 'server_error'],
  ])('a %s of the refresh keeps the session, and the user is loaded later', async (_, fail, error) => {
    backend.state.failures.set('/front-api/auth/refresh/', fail);
    const session = await reopen();
    expect(await session.waitUntilLoaded()).toEqual({ phase: 'loading', error });
    expect(tabs.browser.hasMarker).toBe(true);
    backend.state.failures.clear();
    await tabs.clock.advance(2_000);
    expect(session.state.peek()).toEqual(SIGNED_IN);
  });

  test('without a network the session stays, and a retry loads the user at once', async () => {
    (await tabs.openLoggedInTab()).dispose();
    tabs.browser.isOnline = false;
    const session = tabs.openTab();
    expect(await session.waitUntilLoaded()).toEqual({ phase: 'loading', error: 'network' });
    tabs.browser.isOnline = true;
    session.retryNow();
    await flushTasks();
    expect(session.state.peek()).toEqual(SIGNED_IN);
  });
});

describe('a login', () => {
  test('sets the marker that the backend does not set, and reaches the other tabs', async () => {
    const other = tabs.openTab();
    const session = await tabs.openLoggedInTab();
    expect(session.state.peek()).toEqual(SIGNED_IN);
    expect(tabs.browser).toMatchObject({ hasMarker: true, isMarkerPersistent: true });
    expect(await other.waitUntilLoaded()).toEqual(SIGNED_IN);
    expect(tabs.browser.messages).toEqual(['in']);
  });

  test('without `remember` the marker ends with the browser', async () => {
    const { password } = backend.state;
    await tabs.openTab().logIn({ email: 'anna@example.com', password, remember: false });
    expect(tabs.browser).toMatchObject({ hasMarker: true, isMarkerPersistent: false });
  });

  test('with a wrong password rejects and leaves a guest', async () => {
    const session = tabs.openTab();
    const login = session.logIn({ email: 'anna@example.com', password: 'wrong' });
    await expect(login).rejects.toMatchObject({ status: 401, code: 'credentials_invalid' });
    expect(session.state.peek()).toEqual({ phase: 'guest' });
    expect(tabs.browser).toMatchObject({ hasMarker: false, messages: [] });
  });

  test('resolves with the challenge of a second factor', async () => {
    const challenge = { code: 'second_factor_required', challenge: 'c', methods: ['totp'] };
    backend.state.failures.set('/front-api/auth/login/', () => Response.json(challenge, { status: 401 }));
    const session = tabs.openTab();
    expect(await session.logIn({ email: 'anna@example.com', password: 'p' })).toEqual(challenge);
    expect(session.state.peek()).toEqual({ phase: 'guest' });
  });
});

describe('a call of the account', () => {
  test('refreshes a rejected token and is sent once more', async () => {
    const session = await tabs.openLoggedInTab();
    backend.expireAccessTokens();
    backend.state.calls.length = 0;
    expect(await sendCall(session.api, getUserCall)).toEqual(SIGNED_IN.user);
    expect(backend.state.calls).toEqual([ME, REFRESH, ME]);
  });

  test('shares one refresh with the calls at the same time', async () => {
    const session = await tabs.openLoggedInTab();
    backend.expireAccessTokens();
    await Promise.all(Array.from({ length: 5 }, () => sendCall(session.api, getUserCall)));
    expect(backend.countCalls(REFRESH)).toBe(1);
  });

  test('is only sent once more if its token was replaced while it was under way', async () => {
    const session = await tabs.openLoggedInTab();
    backend.expireAccessTokens();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let isFirst = true;
    backend.state.failures.set('/api/v1/users/me/', async () => {
      if (!isFirst) return Response.json(SIGNED_IN.user);
      isFirst = false;
      await held;
      return Response.json({ code: 'token_not_valid' }, { status: 401 });
    });
    const slow = sendCall(session.api, getUserCall);
    await flushTasks();
    backend.state.failures.delete('/api/v1/users/me/');
    await sendCall(session.api, getUserCall);
    expect(backend.countCalls(REFRESH)).toBe(1);
    release();
    expect(await slow).toEqual(SIGNED_IN.user);
    expect(backend.countCalls(REFRESH)).toBe(1);
  });

  test('is not sent a third time', async () => {
    const session = await tabs.openLoggedInTab();
    backend.state.failures.set('/api/v1/users/me/', () =>
      Response.json({ code: 'token_not_valid' }, { status: 401 }),
    );
    backend.state.calls.length = 0;
    await expect(sendCall(session.api, getUserCall)).rejects.toMatchObject({ code: 'token_not_valid' });
    expect(backend.state.calls).toEqual([ME, REFRESH, ME]);
    expect(session.state.peek().phase).toBe('signed_in');
  });

  test('sends cookies only to /front-api/auth/', async () => {
    await (await reopen()).waitUntilLoaded();
    expect([...tabs.browser.callsWithCookies].toSorted()).toEqual([
      '/front-api/auth/login/',
      '/front-api/auth/refresh/',
    ]);
  });

  test('uses the token of a confirmation', async () => {
    const session = await tabs.openLoggedInTab();
    backend.state.accessTokens.add('confirmed');
    backend.state.failures.set('/front-api/auth/confirm/', () => Response.json({ access: 'confirmed' }));
    await session.confirm({ password: backend.state.password });
    backend.state.accessTokens = new Set(['confirmed']);
    backend.state.calls.length = 0;
    await sendCall(session.api, getUserCall);
    expect(backend.state.calls).toEqual([ME]);
  });

  test('of a guest rejects without a request', async () => {
    const session = tabs.openTab();
    await expect(sendCall(session.api, getUserCall)).rejects.toMatchObject({ status: 401 });
    expect(backend.state.calls).toEqual([]);
  });
});

describe('a logout', () => {
  test('reaches all tabs and removes the marker', async () => {
    const session = await tabs.openLoggedInTab();
    const other = tabs.openTab();
    await other.waitUntilLoaded();
    await session.logOut();
    expect([session.state.peek(), other.state.peek()]).toEqual([{ phase: 'guest' }, { phase: 'guest' }]);
    expect(tabs.browser.hasMarker).toBe(false);
    await expect(sendCall(other.api, getUserCall)).rejects.toMatchObject({ status: 401 });
  });

  test('that does not reach the server leaves the visitor logged in', async () => {
    const session = await tabs.openLoggedInTab();
    tabs.browser.isOnline = false;
    await expect(session.logOut()).rejects.toMatchObject({ code: 'network' });
    expect(session.state.peek()).toEqual(SIGNED_IN);
  });

  test('everywhere, by a session that has ended, is reported', async () => {
    const session = await tabs.openLoggedInTab();
    backend.state.failures.set('/front-api/auth/logout/', () =>
      Response.json({ code: 'token_not_valid' }, { status: 401 }),
    );
    await expect(session.logOut({ all: true })).rejects.toMatchObject({ code: 'token_not_valid' });
    await session.logOut();
    expect(session.state.peek()).toEqual({ phase: 'guest' });
  });

  test('wins over a refresh that is under way', async () => {
    const session = await tabs.openLoggedInTab();
    backend.expireAccessTokens();
    const call = sendCall(session.api, getUserCall);
    await session.logOut();
    await expect(call).rejects.toMatchObject({ status: 401 });
    expect(session.state.peek()).toEqual({ phase: 'guest' });
  });
});

describe('a page that the browser restores', () => {
  test('shows nobody after a logout elsewhere', async () => {
    const session = await tabs.openLoggedInTab();
    tabs.browser.hasMarker = false;
    session.reload();
    expect(session.state.peek()).toEqual({ phase: 'guest' });
  });

  test('loads the user again', async () => {
    const session = await tabs.openLoggedInTab();
    session.reload();
    expect(session.state.peek()).toEqual({ phase: 'loading', error: null });
    expect(await session.waitUntilLoaded()).toEqual(SIGNED_IN);
  });
});

describe('the lock of other tabs', () => {
  test('holds a refresh for 5 s at most', async () => {
    const neverGranted = {
      request: (_: string, { signal }: { signal: AbortSignal }) =>
        new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    };
    const session = await tabs.openLoggedInTab(neverGranted);
    backend.expireAccessTokens();
    const user = sendCall(session.api, getUserCall);
    await tabs.clock.advance(4_900);
    expect(backend.countCalls(REFRESH)).toBe(0);
    await tabs.clock.advance(200);
    expect(await user).toEqual(SIGNED_IN.user);
    expect(backend.countCalls(REFRESH)).toBe(1);
  });

  test('lets tabs refresh one after another', async () => {
    let last: Promise<unknown> = Promise.resolve();
    let holders = 0;
    const locks = {
      request<T>(_: string, __: { signal: AbortSignal }, task: () => Promise<T>): Promise<T> {
        const result = last.then(async () => {
          expect(++holders).toBe(1);
          try {
            return await task();
          } finally {
            holders--;
          }
        });
        last = result.catch(() => undefined);
        return result;
      },
    };
    const first = await tabs.openLoggedInTab(locks);
    const second = tabs.openTab(locks);
    await second.waitUntilLoaded();
    backend.expireAccessTokens();
    await Promise.all([sendCall(first.api, getUserCall), sendCall(second.api, getUserCall)]);
    expect(backend.countCalls(REFRESH)).toBe(3);
  });
});
