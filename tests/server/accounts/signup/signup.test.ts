import { beforeEach, describe, expect, test } from 'vitest';
import { createInProcessClient } from '../../../support/claimClient.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../../support/testServer.ts';
import {
  AccountBrowser,
  buildSignup,
  createAccount,
  findLinkPath,
  listEmails,
  openAccount,
  OTHER_PASSWORD,
  STRONG_PASSWORD,
} from '../support/accountBrowser.ts';

const EMAIL = 'ivan@mail.example';
const SIGNUP_PATH = '/api/v1/users/signup/';
const DAY_MS = 86_400_000;

forEachDatabase(startServer => {
  let testServer: TestServer;
  let browser: AccountBrowser;

  beforeEach(async () => {
    testServer = await startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' });
    browser = new AccountBrowser(testServer);
  });

  const signUp = async (email: string, password = STRONG_PASSWORD, from = browser) => {
    const response = await from.send(SIGNUP_PATH, { body: buildSignup(email, password) });
    return [response.status, await response.text()];
  };
  const post = async (path: string, body?: object, from = browser) =>
    (await from.send(path, body ? { body } : {})).status;
  const listUsers = () => testServer.context.db.selectFrom('users').selectAll().execute();
  const logIn = async (password: string, email = EMAIL) =>
    (await new AccountBrowser(testServer).logIn(email, password)).status;

  describe('signup/', () => {
    test('is accepted for a new, a pending and a registered e-mail alike', async () => {
      const fresh = await signUp(EMAIL);
      const pending = await signUp(EMAIL);
      await post(await findLinkPath(testServer, 'activate'));
      const registered = await signUp(EMAIL);
      expect([fresh, pending, registered]).toEqual([
        [202, ''],
        [202, ''],
        [202, ''],
      ]);
      expect(await listUsers()).toHaveLength(1);
    });

    test('keeps evidence of the consent, without the address', async () => {
      await createAccount(testServer, EMAIL);
      const [user] = await listUsers();
      expect(user?.consent_at).toBe(BigInt(testServer.now()));
      expect(user?.consent_text_hash).toMatch(/^[\w-]{43}$/);
      expect(user?.consent_address_hash).toMatch(/^[\w-]{43}$/);
      expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    });

    test('requires both boxes and a valid e-mail, and names all of them', async () => {
      const response = await browser.send(SIGNUP_PATH, {
        body: { email: 'ivan@mail', password: STRONG_PASSWORD },
      });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { codes: { email: 'email_dot', consent: 'consent_required', rules: 'rules_required' } },
      ]);
    });

    test.each([
      ['short', 'Xk4-pq92-mz', 'password_short'],
      ['long', 'ab1 '.repeat(33), 'password_long'],
      ['the e-mail', 'ivan@mail.example1', 'password_obvious'],
      ['the site’s name', 'razmen-razmen', 'password_obvious'],
      ['common', 'password1234', 'password_weak'],
      ['a row of Russian keys', 'йцукенгшщзхъ', 'password_weak'],
      ['a Russian word with a year', 'мойпароль2026', 'password_weak'],
    ])('refuses a password that is %s', async (_, password, code) => {
      const response = await browser.send(SIGNUP_PATH, { body: buildSignup(EMAIL, password) });
      expect([response.status, await response.json()]).toMatchObject([400, { codes: { password: code } }]);
    });

    test('accepts 128 characters, counted as code points', async () => {
      expect(await signUp(EMAIL, '🦊лиса'.repeat(25) + 'abc')).toEqual([202, '']);
    });

    test('has the minimum that PASSWORD_MIN sets', async () => {
      testServer = await startServer({ ...relaxedLimits, PASSWORD_MIN: '20' });
      browser = new AccountBrowser(testServer);
      const response = await browser.send(SIGNUP_PATH, { body: buildSignup(EMAIL) });
      expect(await response.json()).toMatchObject({ password: [expect.stringContaining('20')] });
      // The form learns it from the settings.
      const settings = (await testServer.get('/api/v1/calculator/settings')).json();
      expect(await settings).toMatchObject({ passwordMin: 20 });
    });
  });

  describe('activate/', () => {
    test('creates the account once; a repetition succeeds', async () => {
      await signUp(EMAIL);
      const path = await findLinkPath(testServer, 'activate');
      expect([await post(path), await post(path, {})]).toEqual([204, 204]);
      expect(await listUsers()).toHaveLength(1);
      // The account has the only hash of its password.
      const { db } = testServer.context;
      expect(await db.selectFrom('signups').select('password_hash').execute()).toEqual([
        { password_hash: '' },
      ]);
      expect(await logIn(STRONG_PASSWORD)).toBe(200);
    });

    test('GET and HEAD spend nothing', async () => {
      await signUp(EMAIL);
      const path = await findLinkPath(testServer, 'activate');
      for (const method of ['GET', 'HEAD', 'OPTIONS'])
        expect((await browser.send(path, { method })).status, method).toBe(404);
      expect(await listUsers()).toEqual([]);
      expect(await post(path)).toBe(204);
    });

    test('activates the password of its own sign-up only', async () => {
      const stranger = new AccountBrowser(testServer);
      await signUp(EMAIL, OTHER_PASSWORD, stranger);
      const strangersPath = await findLinkPath(testServer, 'activate');
      testServer.advanceClock(1);
      await signUp(EMAIL);
      expect(await post(await findLinkPath(testServer, 'activate'))).toBe(204);
      for (const from of [stranger, browser]) expect(await post(strangersPath, {}, from)).toBe(404);
      // Not 401: that would tell the stranger that the e-mail has an account since.
      expect(await logIn(OTHER_PASSWORD)).toBe(403);
      expect(await logIn(STRONG_PASSWORD)).toBe(200);
    });

    test('changes nothing for an e-mail that is registered since', async () => {
      await createAccount(testServer, EMAIL);
      testServer.advanceClock(1);
      await signUp(EMAIL, OTHER_PASSWORD);
      const refused = await browser.send(await findLinkPath(testServer, 'activate'));
      expect([refused.status, await refused.json()]).toMatchObject([404, { reason: 'used' }]);
      expect(await logIn(STRONG_PASSWORD)).toBe(200);
    });

    test('refuses an expired, a forged and a foreign link', async () => {
      await signUp(EMAIL);
      const path = await findLinkPath(testServer, 'activate');
      testServer.advanceClock(DAY_MS);
      const expired = await browser.send(path);
      const refusal = { code: 'link_invalid', reason: 'expired' };
      expect([expired.status, await expired.json()]).toMatchObject([404, refusal]);
      const forged = await browser.send(
        path.replace(/\.(.)/, (_, first: string) => `.${first === 'A' ? 'B' : 'A'}`),
      );
      expect([forged.status, await forged.json()]).toMatchObject([404, { ...refusal, reason: 'unknown' }]);
      expect(await post(path.replace('activate', 'restore'), { password: STRONG_PASSWORD })).toBe(404);
      expect(await listUsers()).toEqual([]);
    });

    test('of two sign-ups at the same time creates one account', async () => {
      await signUp(EMAIL);
      const first = await findLinkPath(testServer, 'activate');
      testServer.advanceClock(1);
      const other = new AccountBrowser(testServer);
      await signUp(EMAIL, OTHER_PASSWORD, other);
      const second = await findLinkPath(testServer, 'activate');
      const statuses = await Promise.all([post(first), post(second, undefined, other)]);
      expect(statuses.toSorted()).toEqual([204, 404]);
      expect(await listUsers()).toHaveLength(1);
    });

    test('of a stranger’s e-mail shows none of his claims', async () => {
      const client = createInProcessClient(testServer.app);
      const claim = await client.createClaim({
        ...(await client.buildClaim('XRP', 'SBERRUB')),
        email: EMAIL,
      });
      const account = await openAccount(testServer, EMAIL);
      const user = JSON.stringify(await account.fetchUser());
      expect(user).not.toContain(claim.id);
      const status = await account.send(`/api/v1/claim/${claim.id}/status/`, { method: 'GET' });
      expect(Object.keys((await status.json()) as object)).toEqual(['status']);
    });
  });

  describe('reactivate/', () => {
    const requestAgain = async (from = browser, email = EMAIL) => {
      const status = await post('/api/v1/users/reactivate/', { email }, from);
      await testServer.context.backgroundTasks.finish();
      return status;
    };
    const readLastKind = async () => (await listEmails(testServer)).at(-1)?.kind;

    test('extends the link by 24 hours', async () => {
      await signUp(EMAIL);
      const path = await findLinkPath(testServer, 'activate');
      testServer.advanceClock(DAY_MS);
      expect(await post(path)).toBe(404);
      expect(await requestAgain()).toBe(202);
      expect(await post(path)).toBe(204);
    });

    test('extends the sign-up from the client’s own network if there are several', async () => {
      await signUp(EMAIL);
      const own = await findLinkPath(testServer, 'activate');
      testServer.advanceClock(1);
      const stranger = new AccountBrowser(testServer, '203.0.113.9');
      await signUp(EMAIL, OTHER_PASSWORD, stranger);
      const strangers = await findLinkPath(testServer, 'activate');
      testServer.advanceClock(DAY_MS);
      expect(await requestAgain(new AccountBrowser(testServer, '192.0.2.1'))).toBe(202);
      expect([await post(own), await post(strangers, {}, stranger)]).toEqual([404, 404]);
      // He cannot be told apart from a stranger, but he learns what to do.
      expect(await readLastKind()).toBe('register_again');
      expect(await requestAgain()).toBe(202);
      expect(await post(strangers, {}, stranger)).toBe(404);
      expect(await post(own)).toBe(204);
    });

    test('is accepted for unknown and registered e-mails, and tells the owner of the account', async () => {
      await createAccount(testServer, EMAIL);
      expect(await requestAgain()).toBe(202);
      expect(await readLastKind()).toBe('already_registered');
      const emails = await listEmails(testServer);
      expect(await requestAgain(browser, 'nobody@mail.example')).toBe(202);
      expect(await listEmails(testServer)).toEqual(emails);
    });
  });
});
