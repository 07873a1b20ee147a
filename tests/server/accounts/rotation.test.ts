import { describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { bootstrapExchange } from '#server/bootstrap.ts';
import { createLogger } from '#server/platform/logger.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { AccountBrowser, findCookie, findSetToken, openAccount } from './support/accountBrowser.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What a response does with the refresh token and the marker. */
const describeResponse = (response: Response) => {
  const describeCookie = (name: string) => {
    const value = findCookie(response, name);
    return value === undefined ? 'untouched' : value === '' ? 'cleared' : 'set';
  };
  return `${response.status} token ${describeCookie('refresh_token')}, marker ${describeCookie('signed_in')}`;
};
const GRANTED = '200 token set, marker set';
const GRANTED_WITHOUT_COOKIE = '200 token untouched, marker untouched';
const ENDED = '401 token cleared, marker cleared';

forEachDatabase((startServer, dialect) => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const browser = createBeforeEach(() => openAccount(testServer));

  const present = async (token: string) => describeResponse(await browser.presentToken(token));
  /** Presents a token and returns the one that the response sets. */
  const replace = async (token: string) =>
    findSetToken(await browser.presentToken(token)) ?? expect.fail('no token was set');
  const isOpen = async () => (await browser.send('/api/v1/users/me/', { method: 'GET' })).status === 200;
  const listEvents = async () => {
    const rows = await testServer.context.db.selectFrom('account_events').select('kind').execute();
    return rows.map(({ kind }) => kind);
  };

  describe('a refresh token', () => {
    test('that is current is replaced', async () => {
      const next = await replace(browser.token);
      expect(next).not.toBe(browser.token);
      expect(await present(next)).toBe(GRANTED);
    });

    test('that was replaced less than 10 s ago grants access without a cookie', async () => {
      await replace(browser.token);
      testServer.advanceClock(10_000);
      expect(await present(browser.token)).toBe(GRANTED_WITHOUT_COOKIE);
    });

    test('that was replaced earlier gets a new child if the first was never presented', async () => {
      const lost = await replace(browser.token);
      testServer.advanceClock(10_001);
      const child = await replace(browser.token);
      expect(child).not.toBe(lost);
      // A parallel tab with the same token.
      expect(await present(browser.token)).toBe(GRANTED_WITHOUT_COOKIE);
      expect(await present(child)).toBe(GRANTED);
      expect(await isOpen()).toBe(true);
    });

    test('that is void counts as current while its replacement is unused', async () => {
      const late = await replace(browser.token);
      testServer.advanceClock(MINUTE_MS);
      const replacement = await replace(browser.token);
      const next = await replace(late);
      testServer.advanceClock(MINUTE_MS);
      expect(await present(next)).toBe(GRANTED);
      // Now the replacement belongs to somebody else.
      expect(await present(replacement)).toBe(ENDED);
    });

    test('that is void ends the session if its replacement was used', async () => {
      const late = await replace(browser.token);
      testServer.advanceClock(MINUTE_MS);
      await replace(await replace(browser.token));
      expect(await present(late)).toBe(ENDED);
      expect(await isOpen()).toBe(false);
    });

    test('whose child was used is stolen: the session ends with all its tokens', async () => {
      const child = await replace(browser.token);
      const current = await replace(child);
      expect(await present(browser.token)).toBe(ENDED);
      expect(await isOpen()).toBe(false);
      expect(await present(current)).toBe(ENDED);
      expect(await present(child)).toBe(ENDED);
      expect(await listEvents()).toEqual(['activated', 'login', 'token_reused']);
    });

    test('that expired after 30 days without use, or 90 days after the login, is refused', async () => {
      testServer.advanceClock(30 * DAY_MS);
      expect(await present(browser.token)).toBe(ENDED);
      await browser.logIn('ivan@mail.example');
      for (let days = 0; days < 87; days += 29) {
        testServer.advanceClock(29 * DAY_MS);
        expect((await browser.refresh()).status, `after ${days + 29} days`).toBe(200);
      }
      testServer.advanceClock(3 * DAY_MS);
      expect(await present(browser.token)).toBe(ENDED);
    });

    test('of a revoked session is refused', async () => {
      const { token } = browser;
      expect((await browser.send('/front-api/auth/logout/')).status).toBe(204);
      expect(await present(token)).toBe(ENDED);
    });

    test('that is missing clears the marker alone', async () => {
      const response = await new AccountBrowser(testServer).send('/front-api/auth/refresh/');
      expect(describeResponse(response)).toBe('401 token untouched, marker cleared');
      expect(await response.json()).toMatchObject({ code: 'token_not_valid' });
    });

    test('that is unknown leaves the cookies as they are', async () => {
      expect(await present('x'.repeat(43))).toBe('401 token untouched, marker untouched');
    });

    test('is stored only as a hash, and not logged', async () => {
      const rows = await testServer.context.db.selectFrom('refresh_tokens').select('hash').execute();
      expect(rows).toHaveLength(1);
      expect(rows).not.toContainEqual({ hash: browser.token });
      expect(testServer.log()).not.toContain(browser.token);
    });
  });

  test('five parallel refreshes get access and one cookie', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => browser.presentToken(browser.token)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const tokens = responses.map(findSetToken).filter(token => token !== undefined);
    expect(tokens).toHaveLength(1);
    expect(await present(tokens[0] ?? '')).toBe(GRANTED);
  });

  test('five tabs stay logged in over twenty expirations, in one session', async () => {
    const login = (await testServer.context.db.selectFrom('sessions').select('id').execute()).map(
      ({ id }) => id,
    );
    let token = browser.token;
    for (let expiration = 0; expiration < 20; expiration++) {
      testServer.advanceClock(10 * MINUTE_MS);
      // All tabs send the browser's cookie before the first response replaces it.
      const responses = await Promise.all(Array.from({ length: 5 }, () => browser.presentToken(token)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      for (const response of responses) token = findSetToken(response) ?? token;
    }
    const sessions = await testServer.context.db.selectFrom('sessions').selectAll().execute();
    expect(sessions.map(({ id, revoked_at }) => [id, revoked_at])).toEqual(login.map(id => [id, null]));
    expect(await listEvents()).not.toContain('token_reused');
  });

  if (dialect === 'postgres')
    test('two processes rotate one token once', async () => {
      const log = createLogger('silent');
      const other = await bootstrapExchange(testServer.config, log, testServer.now);
      onTestFinished(() => other.close());
      const apps = [testServer.app, createApp(other.context)];
      for (let round = 0; round < 5; round++) {
        const responses = await Promise.all(
          [0, 1, 0, 1, 0, 1].map(index =>
            new AccountBrowser({ app: apps[index] ?? testServer.app }).presentToken(browser.token),
          ),
        );
        expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
        const tokens = responses.map(findSetToken).filter(token => token !== undefined);
        expect(tokens).toHaveLength(1);
        testServer.advanceClock(MINUTE_MS);
        // Lost, so that both processes issue again: one of them does.
        const late = await Promise.all(
          [0, 1].map(index =>
            new AccountBrowser({ app: apps[index] ?? testServer.app }).presentToken(browser.token),
          ),
        );
        expect(late.map(({ status }) => status)).toEqual([200, 200]);
        const reissued = late.map(findSetToken).filter(token => token !== undefined);
        expect(reissued).toHaveLength(1);
        browser.cookies.set('refresh_token', reissued[0] ?? '');
      }
      expect(await isOpen()).toBe(true);
      const stolen = browser.token;
      await replace(await replace(stolen));
      const refused = await Promise.all(apps.map(app => new AccountBrowser({ app }).presentToken(stolen)));
      expect(refused.map(describeResponse)).toEqual([ENDED, ENDED]);
      expect((await listEvents()).filter(kind => kind === 'token_reused')).toEqual(['token_reused']);
    });
});
