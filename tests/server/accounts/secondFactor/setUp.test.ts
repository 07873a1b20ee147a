import { URI } from 'otpauth';
import { expect, test } from 'vitest';
import type { TotpSetup } from '#core/contract/account/secondFactor.ts';
import { cleanUpAccounts } from '#server/accounts/accountCleanup.ts';
import { deleteDueAccounts } from '#server/accounts/deletion/accountDeletion.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { AccountBrowser, listEmails, openAccount } from '../support/accountBrowser.ts';
import { createTotpApp, turnOnSecondFactor } from '../support/totpApp.ts';

const EMAIL = 'ivan@mail.example';
const TOTP_PATH = '/api/v1/users/me/totp/';
const MINUTE_MS = 60_000;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const browser = createBeforeEach(() => openAccount(testServer, EMAIL));

  const send = (path: string, body?: object, method = 'POST') =>
    browser.send(`${TOTP_PATH}${path}`, { method, ...(body && { body }) });
  const readProblem = async (response: Response) => {
    const { code, codes, methods } = (await response.json()) as Record<string, unknown>;
    return [response.status, codes ?? code, ...(methods ? [methods] : [])];
  };
  const start = async () => (await (await send('')).json()) as TotpSetup;
  const fetchState = async () => (await (await send('', undefined, 'GET')).json()) as unknown;
  const listKinds = async () => (await listEmails(testServer)).map(({ kind }) => kind);
  const listJournal = async () => {
    const { db } = testServer.context;
    const rows = await db.selectFrom('account_events').select('kind').orderBy('id').execute();
    return rows.map(({ kind }) => kind).slice(2);
  };
  const countRows = async () => {
    const { db } = testServer.context;
    const [factors, codes] = await Promise.all([
      db.selectFrom('totp_factors').selectAll().execute(),
      db.selectFrom('recovery_codes').selectAll().execute(),
    ]);
    return [factors.length, codes.length];
  };

  test('the first code of the app turns it on and answers ten recovery codes once', async () => {
    expect(await fetchState()).toEqual({ enabledAt: null, recoveryCodes: 0 });
    const first = await start();
    const response = await send('');
    const setup = (await response.json()) as TotpSetup;
    expect([response.headers.get('cache-control'), setup.secret.length]).toEqual(['no-store', 32]);
    expect(setup.secret).not.toBe(first.secret);
    expect(Date.parse(setup.expiresAt)).toBe(testServer.now() + 15 * MINUTE_MS);
    expect(URI.parse(setup.uri)).toMatchObject({
      issuer: 'Размен',
      label: EMAIL,
      algorithm: 'SHA1',
      digits: 6,
      period: 30,
      secret: { base32: setup.secret },
    });
    // It waits for its code: nothing has changed.
    expect(await browser.fetchUser()).toMatchObject({ twoFactor: false });
    expect(await readProblem(await send('codes/'))).toEqual([409, 'second_factor_off']);

    const app = createTotpApp(testServer, setup.secret);
    const outdated = createTotpApp(testServer, first.secret).showCode();
    expect(await readProblem(await send('confirm/', { code: outdated }))).toEqual([
      400,
      { code: 'code_invalid' },
    ]);
    const confirmed = await send('confirm/', { code: ` ${app.showCode().replace(/^.../, '$& ')}` });
    const { codes } = (await confirmed.json()) as { codes: string[] };
    expect([confirmed.status, confirmed.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    expect(await fetchState()).toEqual({
      enabledAt: new Date(testServer.now()).toISOString(),
      recoveryCodes: 10,
    });
    expect(await browser.fetchUser()).toMatchObject({ twoFactor: true, recoveryCodes: 10 });
    expect(await listJournal()).toEqual(['second_factor_added']);
    expect((await listKinds()).at(-1)).toBe('second_factor_added');
    for (const path of ['', 'confirm/'])
      expect(await readProblem(await send(path, { code: app.showCode() }))).toEqual([
        409,
        'second_factor_on',
      ]);
    // The database has neither the secret nor a code as text, and the log has nothing of them.
    const { db } = testServer.context;
    const rows = [
      await db.selectFrom('totp_factors').select('sealed_secret').execute(),
      await db.selectFrom('recovery_codes').select('sealed_hash').execute(),
    ];
    for (const secret of [setup.secret, ...codes])
      expect(JSON.stringify(rows) + testServer.log()).not.toContain(secret);
  });

  test('a secret waits for 15 minutes, and is deleted then', async () => {
    const { secret } = await start();
    testServer.advanceClock(15 * MINUTE_MS - 1);
    await cleanUpAccounts(testServer.context);
    expect(await countRows()).toEqual([1, 0]);
    testServer.advanceClock(1);
    const { showCode } = createTotpApp(testServer, secret);
    await browser.refresh();
    expect(await readProblem(await send('confirm/', { code: showCode() }))).toEqual([409, 'setup_expired']);
    await cleanUpAccounts(testServer.context);
    expect(await countRows()).toEqual([0, 0]);
  });

  test('needs a recent proof, by a code once it is on', async () => {
    const { app } = await turnOnSecondFactor(testServer, browser);
    testServer.advanceClock(10 * MINUTE_MS);
    await browser.refresh();
    const required = [403, 'confirm_required', ['code']];
    expect(await readProblem(await send(''))).toEqual(required);
    expect(await readProblem(await send('codes/'))).toEqual(required);
    expect(await readProblem(await send('', undefined, 'DELETE'))).toEqual(required);
    const confirm = (body: object) => browser.send('/front-api/auth/confirm/', { body });
    // The password alone is not enough.
    expect(await readProblem(await confirm({ password: 'any' }))).toEqual(required);
    expect(await readProblem(await confirm({}))).toEqual([400, { code: 'empty' }]);
    expect(await readProblem(await confirm({ code: '000000' }))).toEqual([400, { code: 'code_invalid' }]);
    const code = app.showCode();
    const [first, second] = await Promise.all([confirm({ code }), confirm({ code })]);
    expect([first.status, second.status].toSorted()).toEqual([200, 400]);
    browser.access = ((await (first.ok ? first : second).json()) as { access: string }).access;
    expect((await send('codes/')).status).toBe(200);
  });

  test('new recovery codes replace the others; turning it off erases all and tells the owner', async () => {
    const { codes } = await turnOnSecondFactor(testServer, browser);
    const renewed = ((await (await send('codes/')).json()) as { codes: string[] }).codes;
    expect(renewed.filter(code => codes.includes(code))).toEqual([]);
    const refused = await browser.send('/front-api/auth/confirm/', { body: { code: codes[0] } });
    expect(refused.status).toBe(400);
    const used = await browser.send('/front-api/auth/confirm/', { body: { code: renewed[0] } });
    expect(used.status).toBe(200);
    expect(await fetchState()).toMatchObject({ recoveryCodes: 9 });

    const exported = await browser.send('/api/v1/users/me/export/');
    const text = await exported.text();
    expect(JSON.parse(text)).toMatchObject({ secondFactor: { recoveryCodes: 9 } });
    const { sealed_secret } = await testServer.context.db
      .selectFrom('totp_factors')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(text).not.toContain(sealed_secret);

    for (let n = 0; n < 2; n++) expect((await send('', undefined, 'DELETE')).status).toBe(204);
    expect(await countRows()).toEqual([0, 0]);
    expect(await browser.fetchUser()).toMatchObject({ twoFactor: false });
    expect(await browser.fetchUser()).not.toHaveProperty('recoveryCodes');
    expect(await listJournal()).toEqual([
      'second_factor_added',
      'recovery_codes_renewed',
      'recovery_code_used',
      'data_exported',
      'second_factor_removed',
    ]);
    expect((await listKinds()).filter(kind => kind === 'second_factor_removed')).toHaveLength(1);
    expect((await new AccountBrowser(testServer).logIn(EMAIL)).status).toBe(200);
  });

  test('a session that has proved only the password, before it was turned on, must show a code', async () => {
    const thief = new AccountBrowser(testServer);
    await thief.logIn(EMAIL);
    await turnOnSecondFactor(testServer, browser);
    for (const path of ['/api/v1/users/me/totp/codes/', '/api/v1/users/me/delete/'])
      expect(await readProblem(await thief.send(path))).toEqual([403, 'confirm_required', ['code']]);
    expect((await thief.send('/api/v1/users/me/totp/', { method: 'DELETE' })).status).toBe(403);
    // The session that has shown the first code goes on.
    expect((await send('codes/')).status).toBe(200);
    expect((await listKinds()).at(-1)).toBe('recovery_codes_renewed');
  });

  test('two tabs that turn it on at once get one set of codes', async () => {
    const { secret } = await start();
    const code = createTotpApp(testServer, secret).showCode();
    const responses = await Promise.all([send('confirm/', { code }), send('confirm/', { code })]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await countRows()).toEqual([1, 10]);
    // A secret that is requested while it is being turned on changes nothing.
    expect((await send('')).status).toBe(409);
    expect(await countRows()).toEqual([1, 10]);
  });

  test('a deleted account leaves nothing of it', async () => {
    await turnOnSecondFactor(testServer, browser);
    await new AccountBrowser(testServer).logIn(EMAIL);
    expect((await browser.send('/api/v1/users/me/delete/')).status).toBe(200);
    testServer.advanceClock(7 * 24 * 60 * MINUTE_MS);
    expect(await deleteDueAccounts(testServer.context)).toBe(1);
    expect(await countRows()).toEqual([0, 0]);
    expect(await testServer.context.db.selectFrom('login_challenges').select('id').execute()).toEqual([]);
  });
});
