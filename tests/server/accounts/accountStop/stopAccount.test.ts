import { beforeEach, describe, expect, test } from 'vitest';
import type { AccountStop } from '#core/contract/account/recentAccess.ts';
import { cleanUpAccounts } from '#server/accounts/accountCleanup.ts';
import { STOP_TOKEN_LIFETIME_MS } from '#server/accounts/accountStop/stopToken.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { createAccountMailbox } from '../support/accountMailbox.ts';
import {
  AccountBrowser,
  createAccount,
  findLinkPath,
  openAccount,
  OTHER_PASSWORD,
  STRONG_PASSWORD,
} from '../support/accountBrowser.ts';

const OWNER = 'ivan@mail.example';
const THIEF = 'thief@mail.example';

const HOUR_MS = 3_600_000;

forEachDatabase(startServer => {
  /** The browser that somebody else uses. */
  let browser: AccountBrowser;
  let emails: ReturnType<typeof createAccountMailbox>;

  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  beforeEach(async () => {
    await (await openAccount(testServer, OWNER)).send('/front-api/auth/logout/');
    browser = new AccountBrowser(testServer);
    // The second login is from a device that is not known.
    await browser.logIn(OWNER);
    emails = createAccountMailbox(testServer);
  });

  const guest = () => new AccountBrowser(testServer);
  const press = (path: string) => guest().send(path);
  const stop = async (path: string) => {
    const response = await press(path);
    expect(response.status).toBe(200);
    return (await response.json()) as AccountStop;
  };
  const findUser = () => testServer.context.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  const isLoggedIn = async (one = browser) =>
    (await one.send('/api/v1/users/me/', { method: 'GET' })).status === 200;
  const restore = async (email: string) => {
    await guest().send('/api/v1/users/restore/', { body: { email } });
    const path = await findLinkPath(testServer, 'restore', email);
    return (await guest().send(path, { body: { password: OTHER_PASSWORD } })).status;
  };
  const changeEmail = async (email: string, from = browser) => {
    await from.send('/api/v1/users/me/email/', { body: { email } });
    const code = await emails.readCode(email);
    const response = await from.send('/api/v1/users/me/email/confirm/', { body: { code } });
    expect(response.status).toBe(200);
  };

  test('one press ends the sessions and freezes payouts; the owner returns by a new password', async () => {
    const path = await emails.readStopPath(OWNER, 'вход с нового устройства');
    const answer = await stop(path);
    const frozenUntil = testServer.now() + 72 * HOUR_MS;
    expect(answer).toEqual({ payoutsFrozenUntil: new Date(frozenUntil).toISOString(), canRestore: true });
    expect(await isLoggedIn()).toBe(false);
    expect((await browser.refresh()).status).toBe(401);
    expect((await findUser()).payouts_frozen_until).toBe(BigInt(frozenUntil));
    // The password may be known to somebody else.
    expect((await browser.logIn(OWNER)).status).toBe(401);

    expect(await restore(OWNER)).toBe(204);
    const owner = guest();
    expect((await owner.logIn(OWNER, OTHER_PASSWORD)).status).toBe(200);
    expect(await owner.fetchUser()).toMatchObject({
      email: OWNER,
      payoutsFrozenUntil: new Date(frozenUntil).toISOString(),
    });
    const journal = await owner.send('/api/v1/users/me/journal/', { method: 'GET' });
    const { results } = (await journal.json()) as { results: { kind: string; device: string }[] };
    expect(results).toContainEqual(
      expect.objectContaining({ kind: 'account_stopped', device: 'Chrome, Windows' }),
    );
    expect(await emails.listHeadlines(OWNER)).toContain('аккаунт остановлен');
  });

  test('opening the link spends nothing: GET, HEAD and OPTIONS change nothing', async () => {
    const path = await emails.readStopPath(OWNER, 'вход с нового устройства');
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect((await guest().send(path, { method })).status, method).toBe(404);
    expect(await isLoggedIn()).toBe(true);
    expect((await findUser()).payouts_frozen_until).toBeNull();
  });

  test('a repetition answers the same and changes nothing, also at the same time', async () => {
    const path = await emails.readStopPath(OWNER, 'вход с нового устройства');
    const responses = await Promise.all([press(path), press(path), press(path)]);
    const answers = await Promise.all(responses.map(response => response.json()));
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1);
    expect(await restore(OWNER)).toBe(204);
    const owner = guest();
    await owner.logIn(OWNER, OTHER_PASSWORD);
    testServer.advanceClock(HOUR_MS);
    await owner.refresh();
    expect(await stop(path)).toEqual(answers[0]);
    expect(await isLoggedIn(owner)).toBe(true);
    const stopped = await emails.listHeadlines(OWNER);
    expect(stopped.filter(headline => headline === 'аккаунт остановлен')).toHaveLength(1);
  });

  test('voids the links and codes that somebody else has requested, and a planned deletion', async () => {
    const path = await emails.readStopPath(OWNER, 'вход с нового устройства');
    await guest().send('/api/v1/users/restore/', { body: { email: OWNER } });
    const restorePath = await findLinkPath(testServer, 'restore', OWNER);
    await browser.send('/api/v1/users/me/email/', { body: { email: THIEF } });
    await browser.send('/api/v1/users/me/delete/');
    expect((await findUser()).deletion_due_at).not.toBeNull();
    await stop(path);
    expect((await findUser()).deletion_due_at).toBeNull();
    expect((await guest().send(restorePath, { body: { password: OTHER_PASSWORD } })).status).toBe(404);
    const changes = await testServer.context.db.selectFrom('email_changes').selectAll().execute();
    expect(changes).toEqual([]);
  });

  test.each([
    ['пароль изменён', async () => restorePassword()],
    [
      'пароль изменён',
      async () =>
        browser.send('/api/v1/users/me/password/', {
          body: { oldPassword: STRONG_PASSWORD, newPassword: OTHER_PASSWORD },
        }),
    ],
    ['вход с нового устройства', () => guest().logIn(OWNER)],
    ['сеанс завершён', () => presentOldToken()],
    ['почту аккаунта меняют', () => browser.send('/api/v1/users/me/email/', { body: { email: THIEF } })],
    ['почта аккаунта изменена', () => changeEmail(THIEF)],
    ['аккаунт будет удалён', () => browser.send('/api/v1/users/me/delete/')],
    [
      'удаление отменено',
      async () => {
        await browser.send('/api/v1/users/me/delete/');
        await browser.logIn(OWNER);
      },
    ],
  ])('the e-mail «%s» has its own link', async (headline, cause) => {
    await cause();
    await stop(await emails.readStopPath(OWNER, headline));
    expect(await findUser()).toMatchObject({ email: OWNER, password_hash: null });
  });

  async function restorePassword(): Promise<void> {
    expect(await restore(OWNER)).toBe(204);
  }
  async function presentOldToken(): Promise<void> {
    const { token } = browser;
    await browser.refresh();
    await browser.refresh();
    expect((await browser.presentToken(token)).status).toBe(401);
  }

  test('an unknown, foreign or expired token is refused', async () => {
    const path = await emails.readStopPath(OWNER, 'вход с нового устройства');
    expect((await press(path.replace(/.\/$/, '/'))).status).toBe(404);
    expect((await press('/api/v1/users/stop/x.y/')).status).toBe(404);
    await guest().send('/api/v1/users/restore/', { body: { email: OWNER } });
    const restorePath = await findLinkPath(testServer, 'restore', OWNER);
    expect((await press(restorePath.replace('/restore/', '/stop/'))).status).toBe(404);
    testServer.advanceClock(STOP_TOKEN_LIFETIME_MS);
    const refused = await press(path);
    expect([refused.status, await refused.json()]).toMatchObject([404, { code: 'link_invalid' }]);
    await cleanUpAccounts(testServer.context);
    const rows = await testServer.context.db.selectFrom('stop_tokens').select('id').execute();
    expect(rows).toEqual([]);
  });

  describe('after a change of the e-mail', () => {
    test('a press at the old address gives the account back, and the new address is told', async () => {
      await changeEmail(THIEF);
      const answer = await stop(await emails.readStopPath(OWNER, 'почта аккаунта изменена'));
      expect(answer.canRestore).toBe(true);
      expect((await findUser()).email).toBe(OWNER);
      expect(await isLoggedIn()).toBe(false);
      expect(await emails.listHeadlines(THIEF)).toEqual(['код для новой почты', 'аккаунт остановлен']);
      expect(await restore(OWNER)).toBe(204);
      expect((await guest().logIn(OWNER, OTHER_PASSWORD)).status).toBe(200);
      expect((await guest().logIn(THIEF, OTHER_PASSWORD)).status).toBe(401);
    });

    test('the link of an earlier e-mail does so, too', async () => {
      const path = await emails.readStopPath(OWNER, 'вход с нового устройства');
      await changeEmail(THIEF);
      await stop(path);
      expect((await findUser()).email).toBe(OWNER);
    });

    test('not later than 72 hours after it', async () => {
      const early = await emails.readStopPath(OWNER, 'вход с нового устройства');
      await changeEmail(THIEF);
      const paths = [early, await emails.readStopPath(OWNER, 'почта аккаунта изменена')];
      testServer.advanceClock(72 * HOUR_MS);
      for (const path of paths) expect((await press(path)).status).toBe(404);
      expect((await findUser()).email).toBe(THIEF);
    });

    test('the first owner gets it back from several changes, and their addresses lose their links', async () => {
      await changeEmail(THIEF);
      await changeEmail('second@mail.example');
      const thiefPath = await emails.readStopPath(THIEF, 'почта аккаунта изменена');
      const ownerPath = await emails.readStopPath(OWNER, 'почта аккаунта изменена');
      // The thief is faster, but the owner's link goes on working.
      await stop(thiefPath);
      expect((await findUser()).email).toBe(THIEF);
      await stop(ownerPath);
      expect((await findUser()).email).toBe(OWNER);
      expect((await press(thiefPath)).status).toBe(404);
    });

    test('an old address that another account has got since stops the account, but does not get it', async () => {
      await changeEmail(THIEF);
      const path = await emails.readStopPath(OWNER, 'почта аккаунта изменена');
      await createAccount(testServer, OWNER);
      expect((await stop(path)).canRestore).toBe(false);
      expect(await isLoggedIn()).toBe(false);
      const users = await testServer.context.db.selectFrom('users').select('email').execute();
      expect(users.map(({ email }) => email).toSorted()).toEqual([OWNER, THIEF]);
      expect((await guest().logIn(OWNER)).status).toBe(200);
    });
  });
});
