import { describe, expect, test } from 'vitest';
import { AccountJournal, AccountSessions } from '#core/contract/user.ts';
import * as v from 'valibot';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import {
  AccountBrowser,
  createAccount,
  listEmails,
  openAccount,
  OTHER_PASSWORD,
  STRONG_PASSWORD,
} from './support/accountBrowser.ts';

const EMAIL = 'ivan@mail.example';
const ME_PATH = '/api/v1/users/me/';
const SESSIONS_PATH = `${ME_PATH}sessions/`;
const PASSWORD_PATH = `${ME_PATH}password/`;
const TEN_MINUTES_MS = 600_000;

const readProblem = async (response: Response) => [
  response.status,
  ((await response.json()) as { code?: string }).code,
];

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' }));
  const browser = createBeforeEach(() => openAccount(testServer, EMAIL, '203.0.113.77'));

  const listSessions = async (from = browser) =>
    v.parse(AccountSessions, await (await from.send(SESSIONS_PATH, { method: 'GET' })).json()).results;
  const isLoggedIn = async (from = browser) => (await from.send(ME_PATH, { method: 'GET' })).status === 200;
  const logInElsewhere = async (address = '2001:db8:1:2:3::4') => {
    const other = new AccountBrowser(testServer, address);
    await other.logIn(EMAIL);
    return other;
  };

  describe('an access token', () => {
    const getWith = (authorization: string) =>
      browser.send(ME_PATH, { method: 'GET', headers: { authorization } });

    test('is required', async () => {
      for (const header of ['', 'Bearer', 'Bearer x', 'Basic eA==', `Bearer ${browser.access}x`])
        expect(await readProblem(await getWith(header)), header).toEqual([401, 'token_not_valid']);
    });

    test('is valid for 10 minutes', async () => {
      testServer.advanceClock(TEN_MINUTES_MS - 1);
      expect(await isLoggedIn()).toBe(true);
      testServer.advanceClock(1);
      expect(await isLoggedIn()).toBe(false);
      expect((await browser.refresh()).status).toBe(200);
      expect(await isLoggedIn()).toBe(true);
    });

    test('of another algorithm or key is refused', async () => {
      const [header = '', payload = '', signature = ''] = browser.access.split('.');
      const parsed = JSON.parse(Buffer.from(header, 'base64url').toString()) as object;
      expect(parsed).toEqual({ alg: 'HS256', typ: 'at+jwt', kid: testServer.context.keys.currentId });
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      for (const changed of [{ alg: 'none' }, { kid: '00000000' }, { typ: 'JWT' }]) {
        const forged = `${encode({ ...parsed, ...changed })}.${payload}.`;
        expect((await getWith(`Bearer ${forged}`)).status).toBe(401);
        expect((await getWith(`Bearer ${forged}${signature}`)).status).toBe(401);
      }
    });

    test('of a revoked session is refused on the next call', async () => {
      const other = await logInElsewhere();
      const session = (await listSessions(other)).find(({ current }) => !current);
      expect((await other.send(`${SESSIONS_PATH}${session?.id}/`, { method: 'DELETE' })).status).toBe(204);
      expect(await readProblem(await browser.send(ME_PATH, { method: 'GET' }))).toEqual([
        401,
        'token_not_valid',
      ]);
      expect(await isLoggedIn(other)).toBe(true);
    });
  });

  test('PATCH me/ changes only the given settings', async () => {
    const patch = async (notify: object) => {
      const response = await browser.send(ME_PATH, { method: 'PATCH', body: { notify } });
      return [response.status, ((await response.json()) as { notify?: object }).notify];
    };
    expect(await patch({ news: true })).toEqual([200, { claims: true, security: true, news: true }]);
    expect(await patch({ claims: false })).toEqual([200, { claims: false, security: true, news: true }]);
    expect(await patch({})).toEqual([200, { claims: false, security: true, news: true }]);
    expect((await patch({ news: 'no' }))[0]).toBe(400);
  });

  describe('me/sessions/', () => {
    test('lists device and network, without addresses', async () => {
      testServer.advanceClock(60_000);
      const other = await logInElsewhere();
      const sessions = await listSessions(other);
      expect(sessions).toMatchObject([
        {
          device: 'Chrome, Windows',
          network: '2001:db8:1::/48',
          createdAt: '2026-11-21T12:01:00.000Z',
          usedAt: '2026-11-21T12:01:00.000Z',
          current: true,
        },
        {
          device: 'Chrome, Windows',
          network: '203.0.113.0/24',
          createdAt: '2026-11-21T12:00:00.000Z',
          usedAt: '2026-11-21T12:00:00.000Z',
          current: false,
        },
      ]);
      const rows = await testServer.context.db.selectFrom('sessions').select('network').execute();
      expect(JSON.stringify(rows)).not.toContain('203.0.113.77');
    });

    test('each end of other sessions is told to the owner', async () => {
      const other = await logInElsewhere();
      const session = (await listSessions()).find(({ current }) => !current);
      const countBefore = (await listEmails(testServer)).length;
      await browser.send(`${SESSIONS_PATH}${session?.id}/`, { method: 'DELETE' });
      await other.logIn(EMAIL);
      await browser.send(SESSIONS_PATH, { method: 'DELETE' });
      await other.logIn(EMAIL);
      await browser.send('/front-api/auth/logout/', { body: { all: true } });
      const from = { kind: 'sessions_revoked', device: 'Chrome, Windows', network: '203.0.113.0/24' };
      expect((await listEmails(testServer)).slice(countBefore)).toEqual([
        { ...from, reason: 'one_ended' },
        { ...from, reason: 'several_ended' },
        { ...from, reason: 'several_ended' },
      ]);
      await browser.logIn(EMAIL);
      // There is no other one.
      await browser.send(SESSIONS_PATH, { method: 'DELETE' });
      await browser.send('/front-api/auth/logout/', { body: { all: true } });
      expect(await listEmails(testServer)).toHaveLength(countBefore + 3);
    });

    test('DELETE ends all other sessions', async () => {
      const others = [await logInElsewhere(), await logInElsewhere()];
      expect((await browser.send(SESSIONS_PATH, { method: 'DELETE' })).status).toBe(204);
      expect(await Promise.all(others.map(isLoggedIn))).toEqual([false, false]);
      expect(await isLoggedIn()).toBe(true);
    });

    test('DELETE of what is no id is 404', async () => {
      for (const id of ['%00', 'x', `${'0'.repeat(8)}-0000`]) {
        const response = await browser.send(`${SESSIONS_PATH}${id}/`, { method: 'DELETE' });
        expect(await readProblem(response), id).toEqual([404, 'not_found']);
      }
    });

    test('does not end sessions of others', async () => {
      await createAccount(testServer, 'anna@mail.example');
      const anna = new AccountBrowser(testServer);
      await anna.logIn('anna@mail.example');
      const [session] = await listSessions(anna);
      expect((await browser.send(`${SESSIONS_PATH}${session?.id}/`, { method: 'DELETE' })).status).toBe(404);
      await browser.send(SESSIONS_PATH, { method: 'DELETE' });
      expect(await isLoggedIn(anna)).toBe(true);
    });
  });

  describe('me/password/', () => {
    const changePassword = (body: object) => browser.send(PASSWORD_PATH, { body });
    const change = { oldPassword: STRONG_PASSWORD, newPassword: OTHER_PASSWORD };

    test('changes the password and ends the other sessions', async () => {
      const other = await logInElsewhere();
      expect((await changePassword(change)).status).toBe(204);
      expect([await isLoggedIn(), await isLoggedIn(other)]).toEqual([true, false]);
      expect((await new AccountBrowser(testServer).logIn(EMAIL)).status).toBe(401);
      expect((await new AccountBrowser(testServer).logIn(EMAIL, OTHER_PASSWORD)).status).toBe(200);
    });

    test('names the wrong field', async () => {
      const readCodes = async (body: object) =>
        ((await (await changePassword(body)).json()) as { codes: object }).codes;
      expect(await readCodes({ ...change, oldPassword: OTHER_PASSWORD })).toEqual({
        oldPassword: 'password_wrong',
      });
      expect(await readCodes({ newPassword: OTHER_PASSWORD })).toEqual({ oldPassword: 'empty' });
      expect(await readCodes({ ...change, newPassword: 'password1234' })).toEqual({
        newPassword: 'password_weak',
      });
    });

    test('needs the password to have been entered in the last 10 minutes', async () => {
      testServer.advanceClock(TEN_MINUTES_MS);
      await browser.refresh();
      const refused = await changePassword(change);
      expect([refused.status, await refused.json()]).toMatchObject([
        403,
        { code: 'confirm_required', methods: ['password'] },
      ]);
      const confirm = (password: string) => browser.send('/front-api/auth/confirm/', { body: { password } });
      const wrong = await confirm(OTHER_PASSWORD);
      expect([wrong.status, await wrong.json()]).toMatchObject([
        400,
        { codes: { password: 'password_wrong' } },
      ]);
      const empty = await browser.send('/front-api/auth/confirm/', { body: {} });
      expect([empty.status, await empty.json()]).toMatchObject([400, { codes: { password: 'empty' } }]);
      const confirmed = await confirm(STRONG_PASSWORD);
      browser.access = ((await confirmed.json()) as { access: string }).access;
      // A refreshed token has the new time, too.
      await browser.refresh();
      expect((await changePassword(change)).status).toBe(204);
    });

    test('of two changes at the same time makes one', async () => {
      const responses = await Promise.all([
        changePassword(change),
        changePassword({ ...change, newPassword: `${OTHER_PASSWORD}-2` }),
      ]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 400]);
    });
  });

  test('me/journal/ lists security events, the newest first, in pages', async () => {
    await browser.send(PASSWORD_PATH, {
      body: { oldPassword: STRONG_PASSWORD, newPassword: OTHER_PASSWORD },
    });
    const fetchJournal = async (query: string) =>
      (await browser.send(`${ME_PATH}journal/${query}`, { method: 'GET' })).json();
    const first = v.parse(AccountJournal, await fetchJournal('?size=2'));
    expect(first).toMatchObject({ count: 3, previous: null });
    expect(first.results.map(({ kind, network }) => [kind, network])).toEqual([
      ['password_changed', '203.0.113.0/24'],
      ['login', '203.0.113.0/24'],
    ]);
    const second = v.parse(AccountJournal, await fetchJournal(new URL(first.next ?? '').search));
    expect(second.results.map(({ kind }) => kind)).toEqual(['activated']);
    expect(await fetchJournal('?page=0')).toMatchObject({ codes: { page: 'body_invalid' } });
  });
});
