import { beforeEach, describe, expect, test } from 'vitest';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import {
  AccountBrowser,
  buildSignup,
  createAccount,
  findCookie,
  openAccount,
  OTHER_PASSWORD,
  STRONG_PASSWORD,
} from './support/accountBrowser.ts';

const EMAIL = 'ivan@mail.example';
const LOGIN_PATH = '/front-api/auth/login/';
const THIRTY_DAYS_SECONDS = 30 * 86_400;

const readProblem = async (response: Response) => [
  response.status,
  ((await response.json()) as { code?: string }).code,
];

forEachDatabase(startServer => {
  let testServer: TestServer;

  describe('login/', () => {
    beforeEach(async () => {
      testServer = await startServer(relaxedLimits);
      await createAccount(testServer, EMAIL);
    });

    test('grants access to the account, whatever the case of the e-mail', async () => {
      const browser = new AccountBrowser(testServer);
      const response = await browser.logIn(' Ivan@Mail.Example ');
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await browser.fetchUser()).toMatchObject({
        email: EMAIL,
        activated: true,
        createdAt: '2026-11-21T12:00:00.000Z',
        twoFactor: false,
        passkeys: 0,
        notify: { claims: true, security: true, news: false },
      });
    });

    test('sets a refresh token that scripts cannot read, and a marker that they can', async () => {
      const response = await new AccountBrowser(testServer).logIn(EMAIL);
      const attributes = `Max-Age=${THIRTY_DAYS_SECONDS}; Path=/; SameSite=Strict`;
      const [refresh = '', marker, device = ''] = response.headers.getSetCookie();
      expect(refresh.replace(/=[\w-]{43};/, '=token;')).toBe(
        `refresh_token=token; ${attributes.replace('; SameSite', '; HttpOnly; SameSite')}`,
      );
      expect(marker).toBe(`signed_in=1; ${attributes}`);
      expect(device).toMatch(/^known_device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/);
    });

    test('without remember, the cookies end with the browser, and the session after 12 hours', async () => {
      const browser = new AccountBrowser(testServer);
      const response = await browser.logIn(EMAIL, STRONG_PASSWORD, { remember: false });
      const [refresh, marker] = response.headers.getSetCookie();
      expect([refresh, marker].join()).not.toContain('Max-Age');
      testServer.advanceClock(12 * 3_600_000 - 1);
      expect((await browser.refresh()).status).toBe(200);
      testServer.advanceClock(12 * 3_600_000);
      expect((await browser.refresh()).status).toBe(401);
    });

    test('refuses a wrong password and an unknown e-mail alike', async () => {
      const browser = new AccountBrowser(testServer);
      const wrong = await browser.logIn(EMAIL, OTHER_PASSWORD);
      const unknown = await browser.logIn('nobody@mail.example', OTHER_PASSWORD);
      expect([wrong.status, unknown.status]).toEqual([401, 401]);
      const body = await wrong.text();
      expect(body).toContain('credentials_invalid');
      expect(await unknown.text()).toBe(body);
      expect([...wrong.headers.getSetCookie(), ...unknown.headers.getSetCookie()]).toEqual([]);
    });

    test('says that an account is not activated only after the right password', async () => {
      const browser = new AccountBrowser(testServer);
      await browser.send('/api/v1/users/signup/', { body: buildSignup('new@mail.example') });
      expect(await readProblem(await browser.logIn('new@mail.example'))).toEqual([403, 'not_activated']);
      expect(await readProblem(await browser.logIn('new@mail.example', OTHER_PASSWORD))).toEqual([
        401,
        'credentials_invalid',
      ]);
    });

    test('does not tell a registered e-mail from a new one to somebody who signs up with both', async () => {
      const stranger = new AccountBrowser(testServer);
      const attempt = async (email: string) => {
        await stranger.send('/api/v1/users/signup/', { body: buildSignup(email, OTHER_PASSWORD) });
        return [
          await readProblem(await stranger.logIn(email, OTHER_PASSWORD)),
          await readProblem(await stranger.logIn(email, `${OTHER_PASSWORD}-2`)),
        ];
      };
      const registered = await attempt(EMAIL);
      expect(registered).toEqual([
        [403, 'not_activated'],
        [401, 'credentials_invalid'],
      ]);
      expect(await attempt('new@mail.example')).toEqual(registered);
      expect((await new AccountBrowser(testServer).logIn(EMAIL)).status).toBe(200);
    });

    test('says so to the owner after a stranger’s sign-up from another network', async () => {
      testServer = await startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' });
      const owner = new AccountBrowser(testServer);
      const stranger = new AccountBrowser(testServer, '203.0.113.9');
      await owner.send('/api/v1/users/signup/', { body: buildSignup(EMAIL) });
      testServer.advanceClock(1);
      await stranger.send('/api/v1/users/signup/', { body: buildSignup(EMAIL, OTHER_PASSWORD) });
      expect(await readProblem(await owner.logIn(EMAIL))).toEqual([403, 'not_activated']);
      expect(await readProblem(await stranger.logIn(EMAIL, OTHER_PASSWORD))).toEqual([403, 'not_activated']);
    });

    test('accepts a password that is typed with other code points', async () => {
      await createAccount(testServer, 'e@mail.example', 'ёлка\u{fb01} granite 42 \u0438\u0306');
      const response = await new AccountBrowser(testServer).logIn(
        'e@mail.example',
        '\u0435\u0308лкаfi granite 42 й',
      );
      expect(response.status).toBe(200);
    });

    test('names invalid fields', async () => {
      const browser = new AccountBrowser(testServer);
      const missing = await browser.send(LOGIN_PATH, { body: { email: EMAIL } });
      expect([missing.status, await missing.json()]).toMatchObject([
        400,
        { codes: { password: 'body_invalid' } },
      ]);
      const invalid = await browser.send(LOGIN_PATH, { body: { email: 'ivan', password: 'x' } });
      expect(await invalid.json()).toMatchObject({ codes: { email: 'email_at' } });
    });

    test('ends the session that the browser had', async () => {
      const browser = await openAccount(testServer, 'anna@mail.example');
      const { token } = browser;
      expect((await browser.logIn(EMAIL)).status).toBe(200);
      expect((await browser.presentToken(token)).status).toBe(401);
      expect((await browser.fetchUser()).email).toBe(EMAIL);
    });

    test('ends the oldest of more than 20 sessions', async () => {
      const browsers: AccountBrowser[] = [];
      for (let n = 0; n < 21; n++) {
        const browser = new AccountBrowser(testServer);
        await browser.logIn(EMAIL);
        browsers.push(browser);
        testServer.advanceClock(1_000);
      }
      const statuses = await Promise.all(
        browsers.slice(0, 2).map(async each => (await each.refresh()).status),
      );
      expect(statuses).toEqual([401, 200]);
    });

    test('logs neither e-mail nor password nor tokens', async () => {
      const browser = new AccountBrowser(testServer);
      await browser.logIn(EMAIL);
      const { access, token } = browser;
      await browser.fetchUser();
      await browser.refresh();
      await browser.logIn(EMAIL, OTHER_PASSWORD);
      for (const secret of ['ivan', STRONG_PASSWORD, OTHER_PASSWORD, access, token])
        expect(testServer.log()).not.toContain(secret);
      expect(testServer.log()).toContain(LOGIN_PATH);
    });
  });

  describe('/front-api/auth/', () => {
    test('uses __Host- cookies on https', async () => {
      testServer = await startServer({ ...relaxedLimits, PUBLIC_ORIGIN: 'https://exchange.example' });
      await createAccount(testServer, EMAIL);
      const browser = new AccountBrowser(testServer);
      const headers = { origin: 'https://exchange.example' };
      const credentials = { email: EMAIL, password: STRONG_PASSWORD };
      const response = await browser.send(LOGIN_PATH, { body: credentials, headers });
      const cookies = response.headers.getSetCookie();
      expect(cookies.map(cookie => cookie.split('=')[0])).toEqual([
        '__Host-refresh_token',
        'signed_in',
        '__Host-known_device',
      ]);
      for (const cookie of cookies) expect(cookie).toContain('; Secure');
      const refresh = await browser.send('/front-api/auth/refresh/', { headers });
      expect(refresh.status).toBe(200);
      const logout = await browser.send('/front-api/auth/logout/', { headers });
      expect(logout.headers.getSetCookie()).toEqual([
        '__Host-refresh_token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict',
        'signed_in=; Max-Age=0; Path=/; Secure; SameSite=Strict',
      ]);
    });

    test.each(['login', 'refresh', 'logout', 'confirm'])('%s/ refuses other origins', async call => {
      testServer = await startServer({ ...relaxedLimits, PUBLIC_ORIGIN: 'https://exchange.example' });
      const browser = new AccountBrowser(testServer);
      for (const origin of ['https://evil.example', 'null', 'http://exchange.example', '']) {
        const response = await browser.send(`/front-api/auth/${call}/`, { body: {}, headers: { origin } });
        expect(await readProblem(response), origin).toEqual([403, 'origin_forbidden']);
      }
    });

    test('accepts every name of this machine on loopback without PUBLIC_ORIGIN', async () => {
      testServer = await startServer({ ...relaxedLimits, PORT: '3210' });
      const browser = new AccountBrowser(testServer);
      const logOut = async (origin: string) =>
        (await browser.send('/front-api/auth/logout/', { headers: { origin } })).status;
      for (const host of ['127.0.0.1', '[::1]', 'localhost'])
        expect(await logOut(`http://${host}:3210`), host).toBe(204);
      expect(await logOut('http://localhost:3000')).toBe(403);
    });

    test('answers JSON by POST only', async () => {
      testServer = await startServer(relaxedLimits);
      const browser = new AccountBrowser(testServer);
      for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
        const response = await browser.send(LOGIN_PATH, { body: {}, headers: { 'content-type': type } });
        expect(await readProblem(response)).toEqual([415, 'json_required']);
      }
      for (const method of ['GET', 'HEAD', 'PUT'])
        expect((await browser.send('/front-api/auth/refresh/', { method })).status, method).toBe(404);
      const large = await browser.send(LOGIN_PATH, { body: { email: 'x'.repeat(65 * 1024) } });
      expect(await readProblem(large)).toEqual([413, 'body_too_large']);
    });
  });

  describe('logout/', () => {
    test('ends the session at once and removes the cookies', async () => {
      testServer = await startServer(relaxedLimits);
      const browser = await openAccount(testServer, EMAIL);
      const other = new AccountBrowser(testServer);
      await other.logIn(EMAIL);
      const response = await browser.send('/front-api/auth/logout/', { body: {} });
      expect(response.status).toBe(204);
      expect([findCookie(response, 'refresh_token'), findCookie(response, 'signed_in')]).toEqual(['', '']);
      expect(await readProblem(await browser.send('/api/v1/users/me/', { method: 'GET' }))).toEqual([
        401,
        'token_not_valid',
      ]);
      expect((await other.refresh()).status).toBe(200);
      expect((await browser.send('/front-api/auth/logout/')).status).toBe(204);
    });

    test('with all, ends every session', async () => {
      testServer = await startServer(relaxedLimits);
      const browser = await openAccount(testServer, EMAIL);
      const other = new AccountBrowser(testServer);
      await other.logIn(EMAIL);
      expect((await browser.send('/front-api/auth/logout/', { body: { all: true } })).status).toBe(204);
      expect((await other.send('/api/v1/users/me/', { method: 'GET' })).status).toBe(401);
      expect((await other.refresh()).status).toBe(401);
    });

    test('with all, says if the session has ended, and ends no other', async () => {
      testServer = await startServer(relaxedLimits);
      const browser = await openAccount(testServer, EMAIL);
      const other = new AccountBrowser(testServer);
      await other.logIn(EMAIL);
      await other.send('/api/v1/users/me/sessions/', { method: 'DELETE' });
      const logOutAll = () => browser.send('/front-api/auth/logout/', { body: { all: true } });
      const refused = await logOutAll();
      expect(findCookie(refused, 'signed_in')).toBe('');
      expect(await readProblem(refused)).toEqual([401, 'token_not_valid']);
      // Now it has no cookie.
      expect(await readProblem(await logOutAll())).toEqual([401, 'token_not_valid']);
      expect((await other.refresh()).status).toBe(200);
    });
  });
});
