import { beforeEach, expect, test } from 'vitest';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { createOperatorCalls } from '../support/operatorCalls.ts';
import { listOperatorChanges, startServerToday } from '../support/operatorCommand.ts';
import { createAccountMailbox } from './support/accountMailbox.ts';
import { AccountBrowser, listEmails, openAccount } from './support/accountBrowser.ts';

const EMAIL = 'ivan@mail.example';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));
  const calls = createBeforeEach(() => createOperatorCalls(testServer));
  const browser = createBeforeEach(() => openAccount(testServer, EMAIL));
  beforeEach(() => {
    testServer.advanceClock(Date.now() - testServer.now());
  });

  test('shows an account', async () => {
    const { id } = await browser.fetchUser();
    const text = await calls.succeed('user Ivan@mail.example');
    expect(text).toContain(id);
    expect(text).toMatch(/sessions +1\n/);
  });

  test('shows a planned deletion and frozen payouts', async () => {
    expect(await calls.succeed(`user ${EMAIL}`)).toMatch(/deletion planned *\npayouts frozen until *\n/);
    const emails = createAccountMailbox(testServer);
    await new AccountBrowser(testServer).logIn(EMAIL);
    await browser.send('/api/v1/users/me/delete/');
    const planned = await calls.succeed(`user ${EMAIL}`);
    expect(planned).toMatch(/deletion planned +\d{4}-/);
    await browser.send(await emails.readStopPath(EMAIL, 'аккаунт будет удалён'));
    const stopped = await calls.succeed(`user ${EMAIL}`);
    expect(stopped).toMatch(/deletion planned *\npayouts frozen until +\d{4}-/);
  });

  test('ends sessions at once, with an audit entry that has no e-mail', async () => {
    const { id } = await browser.fetchUser();
    expect(await calls.succeed(`user ${EMAIL} sessions`)).toContain('1 sessions ended');
    expect((await browser.send('/api/v1/users/me/', { method: 'GET' })).status).toBe(401);
    expect(await listOperatorChanges(testServer)).toEqual([['user sessions', id, { sessions: '1' }]]);
    expect((await listEmails(testServer)).at(-1)).toMatchObject({
      kind: 'sessions_revoked',
      reason: 'operator',
      device: 'Служба поддержки',
    });
    expect((await browser.logIn(EMAIL)).status).toBe(200);
  });

  test('tells the owner about a block, also without a session', async () => {
    await browser.send('/front-api/auth/logout/');
    await calls.succeed(`user ${EMAIL} block`);
    const emails = await listEmails(testServer);
    expect(emails.at(-1)).toMatchObject({ kind: 'sessions_revoked', reason: 'blocked' });
    await calls.succeed(`user ${EMAIL} unblock`);
    expect(await listEmails(testServer)).toHaveLength(emails.length);
  });

  test('blocks and unblocks', async () => {
    await calls.succeed(`user ${EMAIL} block`);
    expect((await browser.refresh()).status).toBe(401);
    const refused = await browser.logIn(EMAIL);
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'account_blocked' }]);
    expect((await browser.logIn(EMAIL, 'wrong password 123')).status).toBe(401);
    await calls.succeed(`user ${EMAIL} unblock`);
    expect((await browser.logIn(EMAIL)).status).toBe(200);
  });

  test('refuses unknown e-mails, actions and repetitions', async () => {
    await calls.expectRefusals([
      ['user nobody@mail.example', 'no account'],
      [`user ${EMAIL} delete`, 'Usage'],
      [`user ${EMAIL} unblock`, 'not blocked'],
    ]);
  });
});
