import { expect, test } from 'vitest';
import { cleanUpAccounts } from '#server/accounts/accountCleanup.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { AccountBrowser, buildSignup, findLinkPath, openAccount } from './support/accountBrowser.ts';

const DAY_MS = 86_400_000;

const TABLES = [
  'users',
  'signups',
  'sessions',
  'refresh_tokens',
  'restore_tokens',
  'account_events',
] as const;

/** The number of rows of each table. */
async function countRows({ context: { db } }: TestServer) {
  const counts = TABLES.map(async table => {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow();
    return [table, Number(count)] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

forEachDatabase(startServer => {
  test('deletes what is over, and nothing else', async () => {
    const testServer = await startServer(relaxedLimits);
    const browser = await openAccount(testServer);
    await browser.refresh();
    await browser.send('/api/v1/users/signup/', { body: buildSignup('new@mail.example') });
    await browser.send('/api/v1/users/restore/', { body: { email: 'ivan@mail.example' } });
    await testServer.context.backgroundTasks.finish();
    const full = {
      users: 1,
      signups: 2,
      sessions: 1,
      refresh_tokens: 2,
      restore_tokens: 1,
      account_events: 2,
    };
    const cleanUpAfter = async (ms: number) => {
      testServer.advanceClock(ms);
      await cleanUpAccounts(testServer.context);
      return countRows(testServer);
    };
    expect(await cleanUpAfter(3_600_000 - 1)).toEqual(full);
    expect(await cleanUpAfter(1)).toEqual({ ...full, restore_tokens: 0 });
    expect(await cleanUpAfter(7 * DAY_MS)).toEqual({ ...full, restore_tokens: 0, signups: 0 });
    const { token } = browser;
    expect((await browser.refresh()).status).toBe(200);
    // Its browser still learns that the session has ended.
    expect(await cleanUpAfter(29 * DAY_MS)).toMatchObject({ sessions: 1, refresh_tokens: 1 });
    expect(await cleanUpAfter(8 * DAY_MS)).toMatchObject({
      sessions: 0,
      refresh_tokens: 0,
      account_events: 2,
    });
    expect((await browser.presentToken(token)).status).toBe(401);
    expect(await cleanUpAfter(330 * DAY_MS)).toEqual({ ...full, ...zeroes, users: 1 });
    expect((await new AccountBrowser(testServer).logIn('ivan@mail.example')).status).toBe(200);
  });
});

forEachDatabase(startServer => {
  test('keeps a sign-up as long as the link of its last e-mail works', async () => {
    const testServer = await startServer(relaxedLimits);
    const browser = new AccountBrowser(testServer);
    await browser.send('/api/v1/users/signup/', { body: buildSignup('new@mail.example') });
    testServer.advanceClock(7 * DAY_MS - 1);
    await browser.send('/api/v1/users/reactivate/', { body: { email: 'new@mail.example' } });
    const path = await findLinkPath(testServer, 'activate', 'new@mail.example');
    testServer.advanceClock(DAY_MS - 1);
    await cleanUpAccounts(testServer.context);
    expect((await browser.send(path)).status).toBe(204);
    testServer.advanceClock(1);
    await cleanUpAccounts(testServer.context);
    expect(await countRows(testServer)).toMatchObject({ users: 1, signups: 0 });
  });
});

const zeroes = { signups: 0, sessions: 0, refresh_tokens: 0, restore_tokens: 0, account_events: 0 };
