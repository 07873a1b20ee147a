import { decodeJwt } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import type { SecondFactorChallenge } from '#core/contract/auth.ts';
import { cleanUpAccounts } from '#server/accounts/accountCleanup.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../../support/testServer.ts';
import {
  AccountBrowser,
  findLinkPath,
  listEmails,
  openAccount,
  OTHER_PASSWORD,
  STRONG_PASSWORD,
} from '../support/accountBrowser.ts';
import { turnOnSecondFactor, type TotpApp } from '../support/totpApp.ts';

const EMAIL = 'ivan@mail.example';
const LOGIN_PATH = '/front-api/auth/login/';
const MINUTE_MS = 60_000;

forEachDatabase(startServer => {
  let testServer: TestServer;
  /** The browser that the second factor was turned on in. */
  let browser: AccountBrowser;
  let app: TotpApp;
  let recoveryCodes: string[];

  const open = async (env: Record<string, string> = relaxedLimits) => {
    testServer = await startServer({ ...env, TRUST_PROXY: 'loopback' });
    browser = await openAccount(testServer, EMAIL);
    ({ app, codes: recoveryCodes } = await turnOnSecondFactor(testServer, browser));
  };
  beforeEach(() => open());

  const guest = (address?: string) => new AccountBrowser(testServer, address);
  const enterPassword = async (from: AccountBrowser, more: object = {}) => {
    const response = await from.logIn(EMAIL, STRONG_PASSWORD, more);
    expect([response.status, response.headers.getSetCookie()]).toEqual([401, []]);
    const body = (await response.json()) as SecondFactorChallenge;
    expect(body.code).toBe('second_factor_required');
    return body;
  };
  const enterCode = async (from: AccountBrowser, challenge: string, code: string) => {
    from.access = '';
    const response = await from.send(LOGIN_PATH, { body: { challenge, code } });
    const body = (await response.json()) as Record<string, unknown>;
    if (response.ok) from.access = String(body.access);
    return { status: response.status, response, body };
  };
  const logIn = async (from: AccountBrowser, code: string) =>
    (await enterCode(from, (await enterPassword(from)).challenge, code)).status;
  const expired = { status: 401, body: { code: 'challenge_expired' } };

  test('asks for a code after the right password, on known devices too, and then logs in as ever', async () => {
    // A wrong password does not tell that there is a second factor.
    expect(await (await guest().logIn(EMAIL, OTHER_PASSWORD)).json()).toMatchObject({
      code: 'credentials_invalid',
    });
    const { token } = browser;
    const { challenge, methods } = await enterPassword(browser, { remember: false });
    expect(methods).toEqual(['totp', 'recovery_code']);
    const emailsBefore = (await listEmails(testServer)).length;
    const { status, response, body } = await enterCode(browser, challenge, app.waitForCode());
    expect([status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    // The session that the browser had ends, `remember` is that of the password's step, the device stays known.
    expect((await browser.presentToken(token)).status).toBe(401);
    expect(response.headers.getSetCookie().slice(0, 2).join()).not.toContain('Max-Age');
    expect(decodeJwt(String(body.access)).amr).toEqual(['pwd', 'otp']);
    expect((await browser.fetchUser()).twoFactor).toBe(true);
    expect(await listEmails(testServer)).toHaveLength(emailsBefore);
    await browser.refresh();
    expect(decodeJwt(browser.access).amr).toEqual(['pwd', 'otp']);
    // A challenge is used once.
    expect(await enterCode(guest(), challenge, app.waitForCode())).toMatchObject(expired);
    // Another device sends an e-mail with the login, not with the password.
    const other = guest();
    const next = await enterPassword(other);
    expect(await listEmails(testServer)).toHaveLength(emailsBefore);
    expect((await enterCode(other, next.challenge, app.waitForCode())).status).toBe(200);
    expect((await listEmails(testServer)).at(-1)?.kind).toBe('new_device');
    for (const secret of [challenge, recoveryCodes[0] ?? '']) expect(testServer.log()).not.toContain(secret);
  });

  test('accepts one step before and after, and each step once, the latest first', async () => {
    testServer.advanceClock(10 * MINUTE_MS);
    for (const steps of [-2, 2]) expect(await logIn(guest(), app.showCode(steps)), `${steps}`).toBe(400);
    expect(await logIn(guest(), app.showCode(-1))).toBe(200);
    expect(await logIn(guest(), app.showCode(-1))).toBe(400);
    expect(await logIn(guest(), app.showCode(1))).toBe(200);
    // An earlier step than the last used one.
    expect(await logIn(guest(), app.showCode())).toBe(400);
    expect(await logIn(guest(), app.waitForCode())).toBe(400);
    expect(await logIn(guest(), app.waitForCode())).toBe(200);
  });

  test('of two parallel logins with one code one passes, and so with a recovery code', async () => {
    for (const code of [app.waitForCode(), recoveryCodes[3] ?? '']) {
      const browsers = [guest(), guest()];
      const challenges = await Promise.all(browsers.map(each => enterPassword(each)));
      const statuses = await Promise.all(
        browsers.map(async (each, n) => (await enterCode(each, challenges[n]?.challenge ?? '', code)).status),
      );
      expect(statuses.toSorted()).toEqual([200, 400]);
    }
    // The same challenge twice.
    const { challenge } = await enterPassword(guest());
    const code = app.waitForCode();
    const answers = await Promise.all([
      enterCode(guest(), challenge, code),
      enterCode(guest(), challenge, recoveryCodes[4] ?? ''),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  test('a recovery code works once, however it is typed', async () => {
    const [code = ''] = recoveryCodes;
    expect(await logIn(guest(), ` ${code.toUpperCase().replace('-', ' ').replaceAll('0', 'O')} `)).toBe(200);
    expect(await logIn(guest(), code)).toBe(400);
    expect(await logIn(guest(), '')).toBe(400);
    const owner = guest();
    expect(await logIn(owner, recoveryCodes[1] ?? '')).toBe(200);
    expect(await owner.fetchUser()).toMatchObject({ twoFactor: true, recoveryCodes: 8 });
    // Without any left, only the app is named.
    await testServer.context.db.deleteFrom('recovery_codes').execute();
    expect((await enterPassword(guest())).methods).toEqual(['totp']);
  });

  test('a challenge accepts five codes and tells how many are left', async () => {
    const { challenge } = await enterPassword(guest());
    for (const attemptsLeft of [4, 3, 2, 1])
      expect(await enterCode(guest(), challenge, '000000')).toMatchObject({
        status: 400,
        body: { codes: { code: 'code_invalid' }, attemptsLeft },
      });
    expect(await enterCode(guest(), challenge, 'zzzzz-zzzzz')).toMatchObject(expired);
    expect(await enterCode(guest(), challenge, app.waitForCode())).toMatchObject(expired);
    // The code was not used up.
    expect(await logIn(guest(), app.showCode())).toBe(200);
    // Parallel guesses get no more attempts.
    const parallel = (await enterPassword(guest())).challenge;
    const guesses = Array.from({ length: 8 }, (_, n) => enterCode(guest(), parallel, `00000${n}`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter(status => status === 400)).toHaveLength(4);
  });

  test('a challenge ends after 5 minutes, and with the account as it was', async () => {
    const late = (await enterPassword(guest())).challenge;
    testServer.advanceClock(5 * MINUTE_MS);
    expect(await enterCode(guest(), late, app.showCode())).toMatchObject(expired);
    await cleanUpAccounts(testServer.context);
    expect(await testServer.context.db.selectFrom('login_challenges').select('id').execute()).toEqual([]);
    for (const wrong of ['', 'x', `${late.slice(0, -2)}aa`])
      expect(await enterCode(guest(), wrong, app.showCode())).toMatchObject(expired);

    const before = (await enterPassword(guest())).challenge;
    const change = { oldPassword: STRONG_PASSWORD, newPassword: OTHER_PASSWORD };
    expect((await browser.send('/api/v1/users/me/password/', { body: change })).status).toBe(204);
    expect(await enterCode(guest(), before, app.waitForCode())).toMatchObject(expired);

    const login = await guest().logIn(EMAIL, OTHER_PASSWORD);
    const { challenge } = (await login.json()) as SecondFactorChallenge;
    await testServer.context.db.updateTable('users').set({ blocked_at: 1n }).execute();
    expect(await enterCode(guest(), challenge, app.showCode())).toMatchObject({
      status: 403,
      body: { code: 'account_blocked' },
    });
    await testServer.context.db.updateTable('users').set({ blocked_at: null }).execute();
    expect((await browser.send('/api/v1/users/me/totp/', { method: 'DELETE' })).status).toBe(204);
    expect(await enterCode(guest(), challenge, app.showCode())).toMatchObject(expired);
    const missing = await guest().send(LOGIN_PATH, { body: { challenge } });
    expect(await missing.json()).toMatchObject({ codes: { code: 'body_invalid' } });
  });

  test('a new password by e-mail takes a code, too, and ends neither link nor code without it', async () => {
    await browser.send('/api/v1/users/restore/', { body: { email: EMAIL } });
    const path = await findLinkPath(testServer, 'restore');
    const restore = async (body: object) => {
      const response = await guest().send(path, { body });
      const text = await response.text();
      return [response.status, text ? (JSON.parse(text) as unknown) : null];
    };
    const code = app.waitForCode();
    const required = { code: 'second_factor_required', methods: ['totp', 'recovery_code'] };
    expect(await restore({ password: OTHER_PASSWORD })).toMatchObject([401, required]);
    expect(await restore({ password: OTHER_PASSWORD, code: '000000' })).toMatchObject([
      400,
      { codes: { code: 'code_invalid' } },
    ]);
    expect(await restore({ password: 'password1234', code })).toMatchObject([
      400,
      { codes: { password: 'password_weak' } },
    ]);
    expect((await browser.send('/api/v1/users/me/', { method: 'GET' })).status).toBe(200);
    expect(await restore({ password: OTHER_PASSWORD, code })).toEqual([204, null]);
    expect((await browser.refresh()).status).toBe(401);
    const login = await guest().logIn(EMAIL, OTHER_PASSWORD);
    const { challenge } = (await login.json()) as SecondFactorChallenge;
    expect((await enterCode(guest(), challenge, code)).status).toBe(400);
    expect((await enterCode(guest(), challenge, app.waitForCode())).status).toBe(200);
  });

  test('counts wrong codes of login, restore and confirmation together, not right ones', async () => {
    await open({ ...relaxedLimits, LIMIT_CODES_PER_ACCOUNT: '5' });
    for (let n = 0; n < 7; n++) expect(await logIn(guest(), app.waitForCode())).toBe(200);
    expect(await logIn(guest(), '000000')).toBe(400);
    await browser.send('/api/v1/users/restore/', { body: { email: EMAIL } });
    const path = await findLinkPath(testServer, 'restore');
    const restore = { password: OTHER_PASSWORD, code: '000000' };
    expect((await guest().send(path, { body: restore })).status).toBe(400);
    const confirm = () => browser.send('/front-api/auth/confirm/', { body: { code: '000000' } });
    expect((await confirm()).status).toBe(400);
    for (let n = 0; n < 2; n++) expect(await logIn(guest(), '000000')).toBe(400);
    const refused = await confirm();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Right passwords give nothing back.
    expect(await logIn(guest(), app.waitForCode())).toBe(429);
    expect((await guest().send(path, { body: restore })).status).toBe(429);
    expect(await logIn(guest('203.0.113.9'), app.showCode())).toBe(200);
  });

  test('limits the app’s codes of an account for unknown devices, and locks nobody out', async () => {
    await open({ ...relaxedLimits, LIMIT_CODES_PER_DAY: '3' });
    for (const n of [1, 2, 3]) expect(await logIn(guest(`203.0.113.${n}`), '000000')).toBe(400);
    expect(await logIn(guest('192.0.2.1'), app.waitForCode())).toBe(429);
    expect(await logIn(guest('192.0.2.1'), recoveryCodes[0] ?? '')).toBe(200);
    expect(await logIn(browser, app.showCode())).toBe(200);
  });
});
