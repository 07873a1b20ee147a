import { beforeEach, expect, test } from 'vitest';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import {
  AccountBrowser,
  buildSignup,
  findLinkPath,
  listEmails,
  OTHER_PASSWORD,
  STRONG_PASSWORD,
} from './support/accountBrowser.ts';

const EMAIL = 'ivan@mail.example';

forEachDatabase(startServer => {
  const activate = async (email: string) => {
    await browser.send('/api/v1/users/signup/', { body: buildSignup(email) });
    expect((await browser.send(await findLinkPath(testServer, 'activate', email))).status).toBe(204);
  };
  const countEmails = async () =>
    (await listEmails(testServer)).filter(({ kind }) => kind === 'new_device').length;

  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const browser = createBeforeEach(() => new AccountBrowser(testServer));
  beforeEach(async () => {
    await activate(EMAIL);
  });

  test('the browser that activated the account logs in without an e-mail, another one with one', async () => {
    await browser.logIn(EMAIL);
    expect(await countEmails()).toBe(0);
    const other = new AccountBrowser(testServer);
    await other.logIn(EMAIL);
    await other.logIn(EMAIL);
    expect(await countEmails()).toBe(1);
  });

  test('the first login from another browser sends an e-mail', async () => {
    await new AccountBrowser(testServer).logIn(EMAIL);
    expect(await countEmails()).toBe(1);
  });

  test('a browser remembers several accounts', async () => {
    await activate('anna@mail.example');
    for (const email of [EMAIL, 'anna@mail.example', EMAIL]) await browser.logIn(email);
    expect(await countEmails()).toBe(0);
  });

  test('a new password makes other devices new, and keeps the one that set it', async () => {
    const other = new AccountBrowser(testServer);
    await other.logIn(EMAIL);
    await browser.logIn(EMAIL);
    const body = { oldPassword: STRONG_PASSWORD, newPassword: OTHER_PASSWORD };
    expect((await browser.send('/api/v1/users/me/password/', { body })).status).toBe(204);
    const before = await countEmails();
    await browser.logIn(EMAIL, OTHER_PASSWORD);
    expect(await countEmails()).toBe(before);
    await other.logIn(EMAIL, OTHER_PASSWORD);
    expect(await countEmails()).toBe(before + 1);
  });
});
