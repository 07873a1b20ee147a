import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deleteDueAccounts, planDeletion } from '#server/accounts/deletion/accountDeletion.ts';
import type { DeletionObstacle } from '#server/accounts/accountSubscribers.ts';
import { eraseUserRows, USER_DATA } from '#server/accounts/deletion/userData.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { createClaimDriver } from '../../support/claimDriver.ts';
import { createAccountMailbox } from '../support/accountMailbox.ts';
import { AccountBrowser, openAccount, OTHER_PASSWORD, createAccount } from '../support/accountBrowser.ts';

const EMAIL = 'ivan@mail.example';
const OTHER_EMAIL = 'anna@mail.example';

const DAY_MS = 86_400_000;
const DEVICE = { device: 'Chrome, Windows', network: '198.51.100.0/24' };

forEachDatabase((startServer, dialect) => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const browser = createBeforeEach(() => openAccount(testServer, EMAIL));
  const emails = createBeforeEach(() => createAccountMailbox(testServer));

  const plan = () => browser.send('/api/v1/users/me/delete/');
  const findUser = () =>
    testServer.context.db.selectFrom('users').selectAll().where('email', '=', EMAIL).executeTakeFirst();

  /** Texts of all rows of all tables, apart from the e-mails that were sent. */
  async function readDatabase(): Promise<string> {
    const { db } = testServer.context;
    const tables = (await db.introspection.getTables()).filter(({ name }) => name !== 'mail');
    const rows = await Promise.all(
      tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)),
    );
    return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  }

  test('lists every table with a user_id', async () => {
    const query =
      dialect === 'postgres'
        ? sql<{ name: string }>`select table_name as name from information_schema.columns
            where table_schema = current_schema() and column_name = 'user_id'`
        : sql<{ name: string }>`select tables.name from sqlite_master as tables
            join pragma_table_info(tables.name) as columns
            where tables.type = 'table' and columns.name = 'user_id'`;
    const { rows } = await query.execute(testServer.context.db);
    expect(
      rows.map(({ name }) => name).toSorted(),
      'Each table with a user_id needs a line in USER_DATA: what becomes of its rows when the account is deleted.',
    ).toEqual(Object.keys(USER_DATA).toSorted());
  });

  test('plans the deletion in 7 days and ends all sessions', async () => {
    const other = new AccountBrowser(testServer);
    await other.logIn(EMAIL);
    const response = await plan();
    const dueAt = testServer.now() + 7 * DAY_MS;
    expect([response.status, await response.json()]).toEqual([200, { dueAt: new Date(dueAt).toISOString() }]);
    for (const one of [browser, other])
      expect((await one.send('/api/v1/users/me/', { method: 'GET' })).status).toBe(401);
    expect(await emails.listHeadlines(EMAIL)).toContain('аккаунт будет удалён');
    expect((await findUser())?.deletion_due_at).toBe(BigInt(dueAt));
  });

  test('a login cancels it, and the owner gets an e-mail', async () => {
    await plan();
    testServer.advanceClock(7 * DAY_MS - 1);
    expect(await deleteDueAccounts(testServer.context)).toBe(0);
    expect((await browser.logIn(EMAIL)).status).toBe(200);
    testServer.advanceClock(DAY_MS);
    expect(await deleteDueAccounts(testServer.context)).toBe(0);
    expect((await browser.refresh()).status).toBe(200);
    expect(await emails.listHeadlines(EMAIL)).toContain('удаление отменено');
    const journal = await browser.send('/api/v1/users/me/journal/', { method: 'GET' });
    const { results } = (await journal.json()) as { results: { kind: string }[] };
    const kinds = results.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['deletion_planned', 'deletion_cancelled']));
  });

  test('a wrong password cancels nothing', async () => {
    await plan();
    expect((await browser.logIn(EMAIL, OTHER_PASSWORD)).status).toBe(401);
    expect((await findUser())?.deletion_due_at).not.toBeNull();
  });

  test('erases everything about the account, and nothing of another one', async () => {
    const other = await openAccount(testServer, OTHER_EMAIL);
    await browser.refresh();
    await browser.send('/api/v1/users/restore/', { body: { email: EMAIL } });
    await browser.send('/api/v1/users/me/email/', { body: { email: 'new@mail.example' } });
    const alert = { from: 'USDTTRC20', to: 'SBERRUB', priceOf: 'from', price: '1000', email: EMAIL };
    expect((await browser.send('/api/v1/alerts/', { body: alert })).status).toBe(202);
    const { id } = await browser.fetchUser();
    await plan();
    expect(await readDatabase()).toContain(id);
    testServer.advanceClock(7 * DAY_MS);
    expect(await deleteDueAccounts(testServer.context)).toBe(1);
    const stored = await readDatabase();
    for (const trace of [id, EMAIL, 'new@mail.example']) expect(stored).not.toContain(trace);
    expect(await emails.listHeadlines(EMAIL)).toContain('аккаунт удалён');
    expect((await browser.logIn(EMAIL)).status).toBe(401);
    expect((await other.refresh()).status).toBe(200);
    // The address can be used again.
    await createAccount(testServer, EMAIL, OTHER_PASSWORD);
    expect((await new AccountBrowser(testServer).logIn(EMAIL, OTHER_PASSWORD)).status).toBe(200);
  });

  test('of a login and the sweep at the same time, one wins', async () => {
    await plan();
    testServer.advanceClock(7 * DAY_MS);
    const [login, count] = await Promise.all([
      new AccountBrowser(testServer).logIn(EMAIL),
      deleteDueAccounts(testServer.context),
    ]);
    expect([login.status, count]).toSatisfy(
      ([status, deleted]) => (status === 200 && deleted === 0) || (status === 401 && deleted === 1),
    );
    expect((await findUser()) === undefined).toBe(count === 1);
  });

  test('an obstacle refuses the plan, and delays a due deletion by a day', async () => {
    const { context } = testServer;
    const user = (await findUser()) ?? expect.fail('no account');
    let isPresent = true;
    const obstacles: DeletionObstacle[] = [
      { code: 'claims_open', isPresent: (_, userId) => Promise.resolve(isPresent && userId === user.id) },
    ];
    const account = {
      user,
      session: { id: '', user_id: user.id, amr: 'pwd' },
      loggedInAt: 0,
      authenticatedAt: 0,
    };
    await expect(planDeletion(context, account, DEVICE, obstacles)).rejects.toMatchObject({
      status: 409,
      body: { code: 'claims_open' },
    });
    expect((await findUser())?.deletion_due_at).toBeNull();
    await plan();
    testServer.advanceClock(7 * DAY_MS);
    expect(await deleteDueAccounts(context, obstacles)).toBe(0);
    isPresent = false;
    expect(await deleteDueAccounts(context, obstacles)).toBe(0);
    testServer.advanceClock(DAY_MS);
    expect(await deleteDueAccounts(context, obstacles)).toBe(1);
  });

  test('an open claim refuses it; a closed one stays, and loses its user', async () => {
    const claim = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    const attached = await browser.send('/api/v1/users/me/claims/attach/', {
      body: { id: claim.id },
      headers: { 'x-claim-secret': claim.secret },
    });
    expect(attached.status).toBe(204);
    const refused = await plan();
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'claims_open' }]);
    await claim.postStep('cancel');
    expect((await plan()).status).toBe(200);
    testServer.advanceClock(7 * DAY_MS);
    expect(await deleteDueAccounts(testServer.context)).toBe(1);
    const claims = await testServer.context.db.selectFrom('claims').select(['id', 'user_id']).execute();
    expect(claims).toEqual([{ id: claim.id, user_id: null }]);
  });

  test('rows that stay lose their user', async () => {
    const { db } = testServer.context;
    await sql`create table test_rows (id bigint, user_id text)`.execute(db);
    await sql`insert into test_rows values (1, 'a'), (2, 'b')`.execute(db);
    await runInTransaction(db, trx =>
      eraseUserRows(trx, { table: 'test_rows', rule: 'detach', userId: 'a' }),
    );
    const { rows } = await sql`select id, user_id from test_rows order by id`.execute(db);
    expect(rows).toEqual([
      { id: 1n, user_id: null },
      { id: 2n, user_id: 'b' },
    ]);
    await sql`drop table test_rows`.execute(db);
  });

  test('needs a password that was entered less than 10 minutes ago', async () => {
    testServer.advanceClock(600_000);
    await browser.refresh();
    const refused = await plan();
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'confirm_required' }]);
    expect((await new AccountBrowser(testServer).send('/api/v1/users/me/delete/')).status).toBe(401);
  });
});
