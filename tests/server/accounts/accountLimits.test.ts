import { describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { bootstrapExchange } from '#server/bootstrap.ts';
import { createLogger } from '#server/platform/logger.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import {
  AccountBrowser,
  buildSignup,
  createAccount,
  listEmails,
  openAccount,
  OTHER_PASSWORD,
} from './support/accountBrowser.ts';

const EMAIL = 'ivan@mail.example';
const SIGNUP_PATH = '/api/v1/users/signup/';

/** Without the limits that the test is about. */
const omitLimits = (...names: (keyof typeof relaxedLimits)[]) =>
  Object.fromEntries(
    Object.entries({ ...relaxedLimits, TRUST_PROXY: 'loopback' }).filter(
      ([name]) => !names.includes(name as keyof typeof relaxedLimits),
    ),
  );

forEachDatabase((startServer, dialect) => {
  const logInTimes = async (browser: AccountBrowser, count: number, password = OTHER_PASSWORD) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n++) statuses.push((await browser.logIn(EMAIL, password)).status);
    return statuses;
  };

  describe('login/', () => {
    test('refuses a network after 5 wrong passwords in 15 minutes, and locks no account', async () => {
      const testServer = await startServer(omitLimits('LIMIT_LOGINS_PER_ACCOUNT'));
      await createAccount(testServer, EMAIL);
      const attacker = new AccountBrowser(testServer, '203.0.113.9');
      expect(await logInTimes(attacker, 6)).toEqual([401, 401, 401, 401, 401, 429]);
      const refused = await attacker.logIn(EMAIL);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await attacker.logIn('anna@mail.example')).status).toBe(401);
      expect((await new AccountBrowser(testServer).logIn(EMAIL)).status).toBe(200);
    });

    test('does not count right passwords', async () => {
      const testServer = await startServer(omitLimits('LIMIT_LOGINS_PER_ACCOUNT'));
      await createAccount(testServer, EMAIL);
      const browser = new AccountBrowser(testServer);
      for (let n = 0; n < 7; n++) expect((await browser.logIn(EMAIL)).status).toBe(200);
    });

    test('refuses a network after too many logins to any account; invalid ones do not count', async () => {
      const testServer = await startServer({ ...relaxedLimits, LIMIT_LOGINS_PER_HOUR: '3' });
      const browser = new AccountBrowser(testServer);
      for (let n = 0; n < 5; n++)
        expect((await browser.send('/front-api/auth/login/', { body: {} })).status).toBe(400);
      const statuses: number[] = [];
      for (let n = 0; n < 4; n++) statuses.push((await browser.logIn(`user${n}@mail.example`)).status);
      expect(statuses).toEqual([401, 401, 401, 429]);
    });

    if (dialect === 'postgres')
      test('counts together in all processes', async () => {
        const testServer = await startServer(omitLimits('LIMIT_LOGINS_PER_ACCOUNT'));
        await createAccount(testServer, EMAIL);
        const other = await bootstrapExchange(testServer.config, createLogger('silent'), testServer.now);
        onTestFinished(() => other.close());
        expect(await logInTimes(new AccountBrowser(testServer), 3)).toEqual([401, 401, 401]);
        const elsewhere = new AccountBrowser({ app: createApp(other.context) });
        expect(await logInTimes(elsewhere, 3)).toEqual([401, 401, 429]);
      });
  });

  test('signup/ refuses a network after 5 in an hour', async () => {
    const testServer = await startServer(omitLimits('LIMIT_SIGNUPS_PER_HOUR'));
    const browser = new AccountBrowser(testServer);
    const statuses: number[] = [];
    // Nobody has to wait after a password that was refused.
    for (let n = 0; n < 6; n++)
      expect((await browser.send(SIGNUP_PATH, { body: buildSignup(EMAIL, 'short') })).status).toBe(400);
    for (let n = 0; n < 6; n++) {
      const body = buildSignup(`user${n}@mail.example`);
      statuses.push((await browser.send(SIGNUP_PATH, { body })).status);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });

  describe('e-mails about sign-ups', () => {
    const listKinds = async (testServer: TestServer) =>
      (await listEmails(testServer)).map(({ kind }) => kind);

    test('of a stranger do not use up those of the owner', async () => {
      const testServer = await startServer(omitLimits('LIMIT_UNCONFIRMED_MAILS_PER_DAY'));
      const signUp = async (address: string, email = EMAIL) => {
        const browser = new AccountBrowser(testServer, address);
        return (await browser.send('/api/v1/users/signup/', { body: buildSignup(email) })).status;
      };
      for (let n = 0; n < 4; n++)
        expect(await signUp('203.0.113.9', n % 2 ? EMAIL : 'ivan+tag@mail.example')).toBe(202);
      expect(await listKinds(testServer)).toEqual(['activate', 'activate', 'activate']);
      expect(await signUp('198.51.100.7')).toBe(202);
      expect(await listKinds(testServer)).toHaveLength(4);
      // The fourth one is stored, so that its e-mail can be sent later.
      const signups = await testServer.context.db.selectFrom('signups').select('id').execute();
      expect(signups).toHaveLength(5);
    });

    test('do not use up those of a forgotten password', async () => {
      const testServer = await startServer(omitLimits('LIMIT_ACCOUNT_LETTERS_PER_HOUR'));
      await createAccount(testServer, EMAIL);
      const stranger = new AccountBrowser(testServer, '203.0.113.9');
      for (let n = 0; n < 4; n++) {
        await stranger.send('/api/v1/users/signup/', { body: buildSignup(EMAIL) });
        await stranger.send('/api/v1/users/reactivate/', { body: { email: EMAIL } });
      }
      await new AccountBrowser(testServer).send('/api/v1/users/restore/', { body: { email: EMAIL } });
      expect(await listKinds(testServer)).toContain('restore');
    });
  });

  test('restore/ accepts more than 3 requests for an address in an hour, and sends no e-mail', async () => {
    const testServer = await startServer(omitLimits('LIMIT_ACCOUNT_LETTERS_PER_HOUR'));
    await createAccount(testServer, EMAIL);
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++) {
      const browser = new AccountBrowser(testServer, `203.0.113.${n}`);
      const response = await browser.send('/api/v1/users/restore/', { body: { email: EMAIL } });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202]);
    await testServer.context.backgroundTasks.finish();
    const tokens = await testServer.context.db.selectFrom('restore_tokens').select('id').execute();
    expect(tokens).toHaveLength(3);
  });

  test('refresh/ refuses a session after 60 in a minute, and keeps it', async () => {
    const testServer = await startServer({ ...relaxedLimits, LIMIT_REFRESHES_PER_MINUTE: '3' });
    const browser = await openAccount(testServer, EMAIL);
    const other = new AccountBrowser(testServer);
    await other.logIn(EMAIL);
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await browser.refresh()).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await other.refresh()).status).toBe(200);
    expect((await browser.send('/api/v1/users/me/', { method: 'GET' })).status).toBe(200);
  });

  test('a person who mistypes the password twice logs in with the default limits', async () => {
    const testServer = await startServer({ TRUST_PROXY: 'loopback' });
    await createAccount(testServer, EMAIL);
    const browser = new AccountBrowser(testServer);
    expect(await logInTimes(browser, 2)).toEqual([401, 401]);
    expect((await browser.logIn(EMAIL)).status).toBe(200);
  });
});
