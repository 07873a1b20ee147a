import { expect, test } from 'vitest';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import {
  AccountBrowser,
  findLinkPath,
  openAccount,
  OTHER_PASSWORD,
  STRONG_PASSWORD,
} from './support/accountBrowser.ts';

const EMAIL = 'ivan@mail.example';

forEachDatabase(startServer => {
  const guest = () => new AccountBrowser(testServer);

  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const browser = createBeforeEach(() => openAccount(testServer, EMAIL));

  const requestLink = async (email = EMAIL) =>
    (await guest().send('/api/v1/users/restore/', { body: { email } })).status;
  const setPassword = (path: string, password = OTHER_PASSWORD) => guest().send(path, { body: { password } });
  const countTokens = async () => {
    await testServer.context.backgroundTasks.finish();
    return (await testServer.context.db.selectFrom('restore_tokens').select('id').execute()).length;
  };

  test('an e-mail’s link sets a password, ends all sessions and logs nobody in', async () => {
    expect(await requestLink()).toBe(202);
    const path = await findLinkPath(testServer, 'restore');
    const response = await setPassword(path);
    expect([response.status, response.headers.getSetCookie()]).toEqual([204, []]);
    expect((await browser.send('/api/v1/users/me/', { method: 'GET' })).status).toBe(401);
    expect((await browser.refresh()).status).toBe(401);
    expect((await guest().logIn(EMAIL, STRONG_PASSWORD)).status).toBe(401);
    expect((await guest().logIn(EMAIL, OTHER_PASSWORD)).status).toBe(200);
    // Every link is spent, also those of other e-mails.
    expect((await setPassword(path)).status).toBe(404);
  });

  test('a changed password makes the links of earlier e-mails invalid', async () => {
    await requestLink();
    const path = await findLinkPath(testServer, 'restore');
    const change = { oldPassword: STRONG_PASSWORD, newPassword: OTHER_PASSWORD };
    expect((await browser.send('/api/v1/users/me/password/', { body: change })).status).toBe(204);
    expect((await setPassword(path, `${OTHER_PASSWORD}-2`)).status).toBe(404);
  });

  test('only the first of two requests with one link sets its password', async () => {
    await requestLink();
    const path = await findLinkPath(testServer, 'restore');
    const passwords = [OTHER_PASSWORD, `${OTHER_PASSWORD}-2`];
    const responses = await Promise.all(passwords.map(password => setPassword(path, password)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 404]);
  });

  test('GET and HEAD spend nothing', async () => {
    await requestLink();
    const path = await findLinkPath(testServer, 'restore');
    for (const method of ['GET', 'HEAD'])
      expect((await guest().send(path, { method })).status, method).toBe(404);
    expect((await setPassword(path)).status).toBe(204);
  });

  test('a weak password spends nothing', async () => {
    await requestLink();
    const path = await findLinkPath(testServer, 'restore');
    const weak = await setPassword(path, 'password1234');
    expect([weak.status, await weak.json()]).toMatchObject([400, { codes: { password: 'password_weak' } }]);
    expect((await setPassword(path)).status).toBe(204);
  });

  test('the link expires after an hour', async () => {
    await requestLink();
    const path = await findLinkPath(testServer, 'restore');
    testServer.advanceClock(3_600_000);
    const response = await setPassword(path);
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'link_invalid' }]);
  });

  test('an unknown e-mail is accepted and gets no link', async () => {
    expect(await requestLink('nobody@mail.example')).toBe(202);
    expect(await countTokens()).toBe(0);
  });
});
