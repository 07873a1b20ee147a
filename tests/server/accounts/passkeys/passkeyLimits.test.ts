import { beforeEach, expect, test } from 'vitest';
import { MAX_PASSKEYS } from '#core/contract/account/passkeys/passkeys.ts';
import { cleanUpAccounts } from '#server/accounts/accountCleanup.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../../support/testServer.ts';
import { openAccount, type AccountBrowser } from '../support/accountBrowser.ts';
import {
  addPasskey,
  fetchCreationOptions,
  fetchRequestOptions,
  openPasskeyBrowser,
  PASSKEYS_PATH,
  readRefusal,
} from '../support/passkeyBrowser.ts';
import { createRequisiteClient } from '../support/requisiteClient.ts';
import { SoftwareAuthenticator } from '../support/softwareAuthenticator.ts';

const EMAIL = 'ivan@mail.example';
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

forEachDatabase(startServer => {
  let testServer: TestServer;
  let browser: AccountBrowser;
  let phone: SoftwareAuthenticator;

  beforeEach(async () => {
    testServer = await startServer(relaxedLimits);
    browser = await openAccount(testServer, EMAIL, undefined, 'http://localhost:3000');
    phone = new SoftwareAuthenticator();
  });

  const guest = () => openPasskeyBrowser(testServer);

  test('an account has 20 passkeys at most, and unused challenges do not stay', async () => {
    await addPasskey(browser, phone);
    const waiting = new SoftwareAuthenticator().create(await fetchCreationOptions(browser));
    const { db } = testServer.context;
    await db
      .updateTable('users')
      .set({ passkey_count: BigInt(MAX_PASSKEYS) })
      .execute();
    const full = [409, 'passkeys_limit'];
    expect(await readRefusal(await browser.send(`${PASSKEYS_PATH}options/`))).toEqual(full);
    expect(await readRefusal(await browser.send(PASSKEYS_PATH, { body: { credential: waiting } }))).toEqual(
      full,
    );
    await fetchRequestOptions(guest());
    testServer.advanceClock(5 * MINUTE_MS);
    await cleanUpAccounts(testServer.context);
    expect(await db.selectFrom('passkey_challenges').selectAll().execute()).toEqual([]);
  });

  test('limits the challenges of a network', async () => {
    testServer = await startServer({ ...relaxedLimits, LIMIT_PASSKEYS_PER_HOUR: '2' });
    const sendOptions = async () => (await guest().send('/front-api/auth/passkey/options/')).status;
    expect([await sendOptions(), await sendOptions(), await sendOptions()]).toEqual([200, 200, 429]);
    const signup = { body: { email: EMAIL } };
    expect((await guest().send('/api/v1/users/signup/passkey/options/', signup)).status).toBe(429);
  });

  test('has no passkeys on an IP address, and only those of its own host name', async () => {
    const fetchSettings = async () => (await testServer.get('/api/v1/calculator/settings/')).json();
    expect(await fetchSettings()).toMatchObject({ passkeys: true });
    testServer = await startServer({ ...relaxedLimits, PUBLIC_ORIGIN: 'https://203.0.113.5' });
    expect(await fetchSettings()).toMatchObject({ passkeys: false });
    const send = (origin: string) =>
      testServer.app.request('/front-api/auth/passkey/options/', { method: 'POST', headers: { origin } });
    expect((await send('https://203.0.113.5')).status).toBe(404);
    testServer = await startServer({ ...relaxedLimits, PUBLIC_ORIGIN: 'https://razmen.example' });
    const response = await send('https://razmen.example');
    expect(await response.json()).toMatchObject({ rpId: 'razmen.example', userVerification: 'required' });
    expect((await send('http://localhost:3000')).status).toBe(403);
  });

  test('the copy of the data names the passkeys without their keys', async () => {
    await addPasskey(browser, phone, 'Телефон');
    const response = await browser.send('/api/v1/users/me/export/');
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ passkeys: [{ name: 'Телефон' }] });
    expect(text).not.toMatch(/public_?key|credential/i);
  });

  test('adding and deleting a passkey delays payouts by 24 hours', async () => {
    const client = createRequisiteClient(browser);
    await client.add();
    const readPayoutFrom = async () => (await client.list())[0]?.payoutFrom;
    const inOneDay = () => new Date(testServer.now() + DAY_MS).toISOString();
    testServer.advanceClock(MINUTE_MS);
    const { id } = await addPasskey(browser, phone);
    expect(await readPayoutFrom()).toBe(inOneDay());
    testServer.advanceClock(MINUTE_MS);
    await browser.send(`${PASSKEYS_PATH}${id}/`, { method: 'DELETE' });
    expect(await readPayoutFrom()).toBe(inOneDay());
  });
});
