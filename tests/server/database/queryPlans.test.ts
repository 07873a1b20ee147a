import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { DATABASE_FILE_NAME } from '#server/platform/database/database.ts';
import { makeDueOffers } from '#server/exchange/claims/recalculation/dueOffers.ts';
import { deliverDueEmail } from '#server/notifications/emails/emailWorker.ts';
import { createInProcessClient, TEST_CARD_NUMBER } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createPdf } from '../../support/sampleFiles.ts';
import { callOperator, openStaff, readOperator, searchFor } from '../operator/staff/support/staffBrowser.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { PERIODIC_JOBS } from './support/periodicJobs.ts';
import { createVerificationClient } from '../../support/verificationClient.ts';
import {
  AccountBrowser,
  buildSignup,
  findLinkPath,
  openAccount,
  OTHER_PASSWORD,
  STRONG_PASSWORD,
} from '../accounts/support/accountBrowser.ts';
import { turnOnSecondFactor } from '../accounts/support/totpApp.ts';
import { createRequisiteClient, WALLET } from '../accounts/support/requisiteClient.ts';
import { createAccountMailbox } from '../accounts/support/accountMailbox.ts';
import { callPasskeyRoutes } from '../accounts/support/callPasskeyRoutes.ts';
import { callShopRoutes } from '../shop/support/callShopRoutes.ts';
import { callStatisticsRoutes } from '../shop/support/callStatisticsRoutes.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { ACCOUNT_EMAILS, enqueueEmails } from '../emails/support/accountEmails.ts';
import { listPostgresScans, listSqliteScans } from './support/tableScans.ts';
import { recordStatements } from './statementRecorder.ts';

/** Calls everything that a client, and every periodic job, can cause. */
async function useEverything(testServer: TestServer): Promise<void> {
  const { context } = testServer;
  const driver = await createClaimDriver(testServer, 'SBERRUB', 'LTC', '7000');
  const file = new FormData();
  file.append('file', new Blob([new Uint8Array(createPdf())], { type: 'application/pdf' }), 'чек.pdf');
  await driver.postStep('bill', { body: file });
  await driver.postStep('confirm', { headers: { 'idempotency-key': 'confirms-a-payment' } });
  await driver.fetchStatus();
  await driver.client.fetchClaim(driver.id, 'requisite', driver.secret);
  await driver.pay('7000');
  await driver.move('payout', 'completed');
  const cancelled = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
  await cancelled.postStep('cancel');
  const underpaid = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '3');
  await underpaid.pay('2.5', { withoutCourse: true });
  await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2.5');
  testServer.advanceClock(1);
  await makeDueOffers(context);
  await underpaid.postStep('accept');
  const refunded = await createClaimDriver(testServer, 'SBERRUB', 'LTC', '8000');
  await refunded.pay('6000');
  await refunded.postStep('refund', {
    body: JSON.stringify({ requisites: { card: TEST_CARD_NUMBER } }),
    headers: { 'content-type': 'application/json' },
  });
  await verifyCard(testServer);
  await callAccountRoutes(testServer);
  await callPasskeyRoutes(testServer);
  await callShopRoutes(testServer);
  await changeAccount(testServer);
  await callSecondFactorRoutes(testServer);
  const cashier = await openStaff(testServer, 'cashier');
  for (const path of [
    'today/',
    'claims/?taken=me',
    'claims/?status=open',
    `claims/${driver.id}/`,
    'verifications/',
    'withdrawals/',
    'withdrawals/?status=paid',
    'emails/',
    'emails/?state=delayed',
    'staff/',
    'turnover/',
    'reserves/',
    'reserves/SBERRUB/entries/',
    'pairs/',
    'closing/',
    'requisites/',
    'currencies/',
    'cities/',
  ])
    await readOperator(cashier, path);
  const texts = ['№ TBMT5B', 'TBMT5B', 'guest@mail.example', '15 000,50', 'ab'.repeat(32)];
  for (const text of texts) await readOperator(cashier, 'claims/', undefined, searchFor(text));
  expect((await callOperator(cashier, 'claims/export/?status=open&currency=LTC')).status).toBe(200);
  const lines = ['7000', '8000'].map(amount => ({ amount, reference: amount, text: 'TBMT5B, TBMT5C' }));
  await readOperator(cashier, 'statements/match/', { currency: 'SBERRUB', lines });
  await readOperator(cashier, 'transfers/');
  for (const path of ['/api/v1/calculator/reserves/', '/rates.xml', '/healthz']) await testServer.get(path);
  await context.catalogue.reload();
  await deliverDueEmail(context, () => Promise.resolve());
  await enqueueEmails(testServer, ACCOUNT_EMAILS);
  await deliverDueEmail(context, () => Promise.resolve());
  for (const days of [0, 1, 60]) {
    testServer.advanceClock(days * 86_400_000);
    for (const runJob of PERIODIC_JOBS) await runJob(context);
    await deliverDueEmail(context, () => Promise.resolve());
  }
}

async function verifyCard(testServer: TestServer): Promise<void> {
  const client = createVerificationClient(testServer);
  const claim = await client.createClaim();
  const { id } = await client.createPending(claim);
  await client.handoff(id, claim);
  await client.get(id, claim);
  await client.list(claim.id, claim);
  await client.decide(id, { approve: true });
}

async function callAccountRoutes(testServer: TestServer): Promise<void> {
  const email = 'ivan@mail.example';
  const browser = await openAccount(testServer, email);
  const other = new AccountBrowser(testServer);
  await other.logIn(email);
  const stolen = other.token;
  await other.refresh();
  await other.refresh();
  await other.presentToken(stolen);
  await other.logIn(email);
  await other.send('/front-api/auth/logout/', { body: { all: false } });
  await other.logIn(email);
  await browser.send('/front-api/auth/confirm/', { body: { password: STRONG_PASSWORD } });
  for (const path of ['', 'sessions/', 'journal/'])
    await browser.send(`/api/v1/users/me/${path}`, { method: 'GET' });
  await browser.send('/api/v1/users/me/', { method: 'PATCH', body: { notify: { news: true } } });
  await callClaimRoutes(testServer, browser);
  await callRequisiteRoutes(testServer, browser);
  await callStatisticsRoutes(browser);
  await browser.send('/api/v1/users/me/sessions/x/', { method: 'DELETE' });
  await browser.send('/api/v1/users/me/sessions/', { method: 'DELETE' });
  const passwords = { oldPassword: STRONG_PASSWORD, newPassword: OTHER_PASSWORD };
  expect((await browser.send('/api/v1/users/me/password/', { body: passwords })).status).toBe(204);
  await browser.send('/api/v1/users/signup/', { body: buildSignup('new@mail.example') });
  await browser.send('/api/v1/users/reactivate/', { body: { email: 'new@mail.example' } });
  await browser.send('/api/v1/users/restore/', { body: { email } });
  const path = await findLinkPath(testServer, 'restore');
  expect((await browser.send(path, { body: { password: STRONG_PASSWORD } })).status).toBe(204);
}

async function callClaimRoutes(testServer: TestServer, browser: AccountBrowser): Promise<void> {
  const path = '/api/v1/users/me/claims/';
  const { id, secret } = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
  expect(
    (await browser.send(`${path}attach/`, { body: { id }, headers: { 'x-claim-secret': secret } })).status,
  ).toBe(204);
  const filters = 'status=open&cur_from=LTC&cur_to=SBERRUB&date_from=2026-01-01&date_to=2036-01-01&search=l';
  for (const query of ['', `?${filters}`, '?search=1', `export/?${filters}`])
    expect((await browser.send(`${path}${query}`, { method: 'GET' })).status).toBe(200);
  for (const overview of ['me/statistics/', 'me/promocodes/', 'pairs/best'])
    expect((await browser.send(`/api/v1/users/${overview}`, { method: 'GET' })).status).toBe(200);
  const promocode = { body: { code: 'START' } };
  expect((await browser.send('/api/v1/users/me/promocodes/', promocode)).status).toBe(201);
  const headers = { 'idempotency-key': 'repeats-a-claim' };
  expect((await browser.send(`${path}${id}/`, { body: {}, headers })).status).toBe(201);
}

/** Turns a second factor on, logs in with its codes, and turns it off. */
async function callSecondFactorRoutes(testServer: TestServer): Promise<void> {
  const email = 'sveta@mail.example';
  const browser = await openAccount(testServer, email);
  const { app, codes } = await turnOnSecondFactor(testServer, browser);
  for (const code of [app.waitForCode(), codes[0]]) {
    const { challenge } = (await (await browser.logIn(email)).json()) as { challenge: string };
    const body = { challenge, code };
    const login = await browser.send('/front-api/auth/login/', { body });
    browser.access = ((await login.json()) as { access: string }).access;
  }
  await browser.send('/api/v1/users/me/totp/', { method: 'GET' });
  expect((await browser.send('/api/v1/users/me/totp/codes/')).status).toBe(200);
  expect((await browser.send('/api/v1/users/me/totp/', { method: 'DELETE' })).status).toBe(204);
}

async function callRequisiteRoutes(testServer: TestServer, browser: AccountBrowser): Promise<void> {
  const client = createRequisiteClient(browser);
  const [card, wallet] = [await client.add(), await client.add(WALLET)];
  await client.call(`${card.id}/`, 'PATCH', { label: 'Другая' });
  const started = await browser.send('/api/v1/verify/', { body: { requisite: card.id } });
  expect(started.status).toBe(201);
  for (const path of [
    '/api/v1/verify/',
    `/api/v1/users/me/requisites/?type=card`,
    '/api/v1/calculator/pair/1/2/',
  ])
    await browser.send(path, { method: 'GET' });
  const body = await createInProcessClient(testServer.app).buildClaim('SBERRUB', 'LTC');
  const created = await browser.send('/api/v1/claim/', { body: { ...body, saveRequisites: true } });
  expect(created.status).toBe(201);
  for (const { id } of [card, wallet]) await client.remove(id);
  expect((await client.restore(wallet.id)).status).toBe(200);
}

/** Changes the e-mail of an account, undoes that, and deletes the account. */
async function changeAccount(testServer: TestServer): Promise<void> {
  const email = 'olga@mail.example';
  const newEmail = 'olga.new@mail.example';
  const browser = await openAccount(testServer, email);
  const emails = createAccountMailbox(testServer);
  await browser.send('/api/v1/users/me/export/');
  await browser.send('/api/v1/users/me/email/', { body: { email: newEmail } });
  await browser.send('/api/v1/users/me/email/', { method: 'GET' });
  const code = await emails.readCode(newEmail);
  const changed = await browser.send('/api/v1/users/me/email/confirm/', { body: { code } });
  expect(changed.status).toBe(200);
  const stopPath = await emails.readStopPath(email, 'почта аккаунта изменена');
  expect((await browser.send(stopPath)).status).toBe(200);
  await browser.send('/api/v1/users/restore/', { body: { email } });
  const path = await findLinkPath(testServer, 'restore', email);
  await browser.send(path, { body: { password: OTHER_PASSWORD } });
  for (let n = 0; n < 2; n++) {
    expect((await browser.logIn(email, OTHER_PASSWORD)).status).toBe(200);
    expect((await browser.send('/api/v1/users/me/delete/')).status).toBe(200);
  }
}

/** Partial indexes: reading one completely reads a few rows. */
const SMALL_INDEXES =
  /claims_held|claims_offer_due|mail_dead|mail_unsent|mail_due|mail_queue|partner_events_unqueued|webhook_deliveries_(due|claim)|_uncounted|_unsettled/;

forEachDatabase((startServer, dialect) => {
  test('no request and no periodic job reads a large table completely', { timeout: 60_000 }, async () => {
    const testServer = await startServer(relaxedLimits);
    const recorder = recordStatements();
    await useEverything(testServer).finally(recorder.stop);
    const statements = [...recorder.statements.values()].filter(({ text }) =>
      /^(select|insert|update|delete|with)\b/i.test(text.trim()),
    );
    expect(statements.length).toBeGreaterThan(80);
    const found: Record<string, string[]> = {};
    if (dialect === 'sqlite') {
      const database = new DatabaseSync(join(testServer.config.dataDir, DATABASE_FILE_NAME));
      for (const statement of statements) found[statement.text] = listSqliteScans(database, statement);
      database.close();
    } else {
      const client = new pg.Client({ connectionString: testServer.config.databaseUrl ?? '' });
      await client.connect();
      // The tables of the test are small: without this, reading them completely is cheaper than an index.
      await client.query('set enable_seqscan = off; set enable_mergejoin = off; set enable_hashjoin = off');
      for (const statement of statements) found[statement.text] = await listPostgresScans(client, statement);
      await client.end();
    }
    const scans = Object.entries(found).flatMap(([text, tables]) =>
      tables.filter(table => !SMALL_INDEXES.test(table)).map(table => `${table}: ${text}`),
    );
    expect(scans).toEqual([]);
  });
});
