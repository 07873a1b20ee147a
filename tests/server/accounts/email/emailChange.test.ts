import { beforeEach, describe, expect, test } from 'vitest';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../../support/testServer.ts';
import { createAccountMailbox } from '../support/accountMailbox.ts';
import {
  AccountBrowser,
  buildSignup,
  createAccount,
  findLinkPath,
  openAccount,
  OTHER_PASSWORD,
} from '../support/accountBrowser.ts';

const OLD = 'ivan@mail.example';
const NEW = 'ivan.petrov@post.example';
const TAKEN = 'anna@mail.example';

const MINUTE_MS = 60_000;

forEachDatabase(startServer => {
  let testServer: TestServer;
  let browser: AccountBrowser;
  let emails: ReturnType<typeof createAccountMailbox>;

  const open = async (env: Record<string, string> = {}) => {
    testServer = await startServer({ ...relaxedLimits, ...env });
    browser = await openAccount(testServer, OLD);
    emails = createAccountMailbox(testServer);
    await emails.clear();
  };
  beforeEach(() => open());

  const request = (email: string, from = browser) =>
    from.send('/api/v1/users/me/email/', { body: { email } });
  const enterCode = (code: string, from = browser) =>
    from.send('/api/v1/users/me/email/confirm/', { body: { code } });
  const readPending = async () =>
    (await browser.send('/api/v1/users/me/email/', { method: 'GET' })).json() as Promise<unknown>;
  const readCode = async (email = NEW) => (await emails.readCode(email)) ?? expect.fail('no code');
  /** A code of six digits that is not the given one. */
  const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const expectRefusal = async (response: Response, code: string) =>
    expect([response.status, await response.json()]).toMatchObject([400, { codes: { code } }]);

  test('a code to the new address changes the e-mail; this session goes on, the others end', async () => {
    const other = new AccountBrowser(testServer);
    await other.logIn(OLD);
    await browser.send('/api/v1/users/restore/', { body: { email: OLD } });
    const restorePath = await findLinkPath(testServer, 'restore', OLD);

    const response = await request(` ${NEW.toUpperCase()} `);
    const expiresAt = new Date(testServer.now() + 10 * MINUTE_MS).toISOString();
    const state = { pending: { email: NEW, expiresAt } };
    expect([response.status, await response.json()]).toEqual([202, state]);
    expect(await readPending()).toEqual(state);
    expect((await browser.fetchUser()).email).toBe(OLD);

    const code = await readCode();
    const changed = await enterCode(`${code.slice(0, 3)} ${code.slice(3)}`);
    expect([changed.status, await changed.json()]).toMatchObject([200, { email: NEW }]);
    expect((await browser.fetchUser()).email).toBe(NEW);
    expect(await readPending()).toEqual({ pending: null });
    expect((await other.send('/api/v1/users/me/', { method: 'GET' })).status).toBe(401);
    expect((await other.refresh()).status).toBe(401);
    // A link that was mailed to the old address sets no password.
    expect((await browser.send(restorePath, { body: { password: OTHER_PASSWORD } })).status).toBe(404);

    expect((await new AccountBrowser(testServer).logIn(OLD)).status).toBe(401);
    // The browser is known under the new e-mail, too.
    expect((await browser.logIn(NEW)).status).toBe(200);
    expect(await emails.listHeadlines(NEW)).toEqual(['код для новой почты']);
    expect(await emails.listHeadlines(OLD)).toEqual([
      'вход с нового устройства',
      'новый пароль',
      'почту аккаунта меняют',
      'почта аккаунта изменена',
    ]);
    const journal = await browser.send('/api/v1/users/me/journal/', { method: 'GET' });
    const { results } = (await journal.json()) as { results: { kind: string }[] };
    expect(results.map(({ kind }) => kind).slice(2, 4)).toEqual(['email_changed', 'email_changing']);
  });

  test('an address with an account is answered and stored like a free one, and its owner gets an e-mail', async () => {
    await createAccount(testServer, TAKEN);
    const read = async (email: string) => {
      const response = await request(email);
      const text = (await response.text()).replace(email, 'E-MAIL');
      return [response.status, text, JSON.stringify(await readPending()).replace(email, 'E-MAIL')];
    };
    const free = await read(NEW);
    expect(await read(TAKEN)).toEqual(free);
    expect(await emails.listHeadlines(TAKEN)).toEqual(['подтвердите почту', 'почта уже у другого аккаунта']);
    expect(await emails.readCode(TAKEN)).toBeUndefined();
    await expectRefusal(await enterCode('000000'), 'email_code_invalid');
  });

  test('an address that was registered since the request is not taken away, and the answer does not tell', async () => {
    await request(NEW);
    const code = await readCode();
    await createAccount(testServer, NEW);
    await expectRefusal(await enterCode(code), 'email_code_expired');
    expect((await browser.fetchUser()).email).toBe(OLD);
    expect((await new AccountBrowser(testServer).logIn(NEW)).status).toBe(200);
  });

  test('two accounts that change to one address at the same time: one gets it', async () => {
    const rival = await openAccount(testServer, TAKEN);
    await request(NEW);
    const code = await readCode();
    await request(NEW, rival);
    const rivalCode = await readCode();
    const responses = await Promise.all([enterCode(code), enterCode(rivalCode, rival)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const users = await testServer.context.db.selectFrom('users').select('email').execute();
    expect(users.filter(({ email }) => email === NEW)).toHaveLength(1);
  });

  test('one code changes the e-mail once, also when it is sent twice at the same time', async () => {
    await request(NEW);
    const code = await readCode();
    const responses = await Promise.all([enterCode(code), enterCode(code)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await emails.listHeadlines(OLD)).toEqual(['почту аккаунта меняют', 'почта аккаунта изменена']);
  });

  test('five wrong codes make the right one invalid, also when they are sent at the same time', async () => {
    await request(NEW);
    const code = await readCode();
    const wrong = await Promise.all(Array.from({ length: 5 }, () => enterCode(otherCode(code))));
    for (const response of wrong) await expectRefusal(response, 'email_code_invalid');
    await expectRefusal(await enterCode(code), 'email_code_expired');
    // Another request has another code.
    await request(NEW);
    const next = await readCode();
    expect(next).not.toBe(code);
    expect((await enterCode(next)).status).toBe(200);
  });

  test('a code expires after 10 minutes, and an e-mail that waits longer is not sent', async () => {
    await request(NEW);
    const code = await readCode();
    testServer.advanceClock(10 * MINUTE_MS);
    await browser.refresh();
    expect(await readPending()).toEqual({ pending: null });
    await expectRefusal(await enterCode(code), 'email_code_expired');
    await browser.logIn(OLD);
    await request('late@mail.example');
    testServer.advanceClock(10 * MINUTE_MS);
    expect(await emails.listHeadlines('late@mail.example')).toEqual([]);
  });

  test('a new request makes the code of the earlier one invalid', async () => {
    await request('first@mail.example');
    const code = await readCode('first@mail.example');
    await request(NEW);
    await expectRefusal(await enterCode(code), 'email_code_invalid');
  });

  test.each([
    ['not an address', 'email_at'],
    [OLD, 'email_same'],
    [OLD.toUpperCase(), 'email_same'],
  ])('refuses %s: %s', async (email, code) => {
    const response = await request(email);
    expect([response.status, await response.json()]).toMatchObject([400, { codes: { email: code } }]);
    expect(await emails.listHeadlines(OLD)).toEqual([]);
  });

  test('needs a login, and a password that was entered less than 10 minutes ago', async () => {
    const guest = new AccountBrowser(testServer);
    for (const response of [await request(NEW, guest), await enterCode('000000', guest)])
      expect(response.status).toBe(401);
    testServer.advanceClock(10 * MINUTE_MS);
    await browser.refresh();
    const refused = await request(NEW);
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { code: 'confirm_required', methods: ['password'] },
    ]);
    expect(await emails.listHeadlines(OLD)).toEqual([]);
  });

  test('the code is neither stored nor logged', async () => {
    await request(NEW);
    const code = await readCode();
    const { db } = testServer.context;
    const rows = [
      await db.selectFrom('email_changes').selectAll().execute(),
      await db.selectFrom('mail').selectAll().where('recipient', '=', NEW).execute(),
    ];
    const stored = JSON.stringify(rows, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(stored).toContain('Введите код');
    expect(stored).not.toContain(`"${code}"`);
    expect(stored).not.toContain(`Код: ${code}`);
    expect(testServer.log()).not.toContain(code);
  });

  describe('limits', () => {
    test('an account requests 5 codes an hour, by default', async () => {
      await open({ LIMIT_EMAIL_CHANGES_PER_HOUR: '5' });
      const statuses: number[] = [];
      for (let n = 0; n < 6; n++) statuses.push((await request(`new${n}@mail.example`)).status);
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    });

    test('an address gets 3 e-mails an hour, whoever requests them', async () => {
      await open({ LIMIT_ACCOUNT_LETTERS_PER_HOUR: '3' });
      const rival = await openAccount(testServer, TAKEN);
      const statuses: number[] = [];
      for (const from of [browser, rival, browser, rival]) statuses.push((await request(NEW, from)).status);
      expect(statuses).toEqual([202, 202, 202, 429]);
      expect((await request('other@mail.example')).status).toBe(202);
    });
  });

  test('a sign-up with the new address that waits for its e-mail activates nothing', async () => {
    await browser.send('/api/v1/users/signup/', { body: buildSignup(NEW, OTHER_PASSWORD) });
    const activation = await findLinkPath(testServer, 'activate', NEW);
    await request(NEW);
    expect((await enterCode(await readCode())).status).toBe(200);
    expect((await browser.send(activation)).status).toBe(404);
    // Its password is answered as before the change.
    expect((await new AccountBrowser(testServer).logIn(NEW, OTHER_PASSWORD)).status).toBe(403);
  });
});
