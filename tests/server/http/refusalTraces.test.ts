import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { getHeldAmount } from '#server/exchange/catalogue/reserveLedger.ts';
import { deriveEmailSecret } from '#server/exchange/claims/claimSecret.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { createVerificationClient } from '../../support/verificationClient.ts';
import { openAccount, OTHER_PASSWORD, type AccountBrowser } from '../accounts/support/accountBrowser.ts';
import { addPasskey, fetchRequestOptions, readRefusal } from '../accounts/support/passkeyBrowser.ts';
import { SoftwareAuthenticator } from '../accounts/support/softwareAuthenticator.ts';
import { turnOnSecondFactor } from '../accounts/support/totpApp.ts';
import { waitForLockWait } from '../database/support/lockWaits.ts';
import { createShopOwner, createShopProgram } from '../shop/support/shopClient.ts';
import { createClaimDriver } from '../support/claimDriver.ts';

const EMAIL = 'ivan@mail.example';
const MINUTE_MS = 60_000;

// What a refusal must not roll back: it is committed before the refusal is thrown.
forEachDatabase((startServer, dialect) => {
  let db: TestServer['context']['db'];
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  beforeEach(() => {
    ({ db } = testServer.context);
  });

  const open = (): Promise<AccountBrowser> =>
    openAccount(testServer, EMAIL, undefined, 'http://localhost:3000');

  test('a login that needs a code leaves its challenge, and a wrong code an attempt', async () => {
    const browser = await open();
    await turnOnSecondFactor(testServer, browser);
    const login = await browser.logIn(EMAIL);
    const { challenge, code } = (await login.json()) as { challenge: string; code: string };
    expect([login.status, code]).toEqual([401, 'second_factor_required']);
    const readAttempts = async () =>
      (await db.selectFrom('login_challenges').select('attempts').execute()).map(row => row.attempts);
    expect(await readAttempts()).toEqual([0n]);
    for (const attempts of [1n, 2n]) {
      const body = { challenge, code: '000000' };
      expect((await browser.send('/front-api/auth/login/', { body })).status).toBe(400);
      expect(await readAttempts()).toEqual([attempts]);
    }
  });

  test('a wrong code leaves an attempt for a new e-mail', async () => {
    const browser = await open();
    await browser.send('/api/v1/users/me/email/', { body: { email: 'anna@mail.example' } });
    const confirm = () => browser.send('/api/v1/users/me/email/confirm/', { body: { code: '000000' } });
    expect((await confirm()).status).toBe(400);
    expect(await db.selectFrom('email_changes').select('attempts').execute()).toEqual([{ attempts: 1n }]);
  });

  test('a stolen refresh token leaves an ended session, its entry and its e-mail', async () => {
    const browser = await open();
    const stolen = browser.token;
    await browser.refresh();
    await browser.refresh();
    expect((await browser.presentToken(stolen)).status).toBe(401);
    const { revoked_at } = await db.selectFrom('sessions').select('revoked_at').executeTakeFirstOrThrow();
    expect(revoked_at).toBe(BigInt(testServer.now()));
    const reused = db.selectFrom('account_events').select('id').where('kind', '=', 'token_reused');
    expect(await reused.execute()).toHaveLength(1);
    const emails = db.selectFrom('mail').select('id').where('kind', '=', 'sessions_revoked');
    expect(await emails.execute()).toHaveLength(1);
  });

  /** Sends requests that use a passkey; on PostgreSQL, all have verified its signature before one records the use. */
  async function sendTogether(requests: (() => Promise<Response>)[]): Promise<Response[]> {
    const sendAll = () => Promise.all(requests.map(send => send()));
    // SQLite runs one transaction after another.
    if (dialect === 'sqlite') return sendAll();
    const { responses } = await db.transaction().execute(async trx => {
      await trx.selectFrom('passkeys').select('id').forUpdate().execute();
      const sent = sendAll();
      await waitForLockWait(db, 'update "passkeys"%', requests.length);
      return { responses: sent };
    });
    return responses;
  }

  test('a signature leaves no challenge, also of a passkey that was used meanwhile', async () => {
    const browser = await open();
    const phone = new SoftwareAuthenticator();
    await addPasskey(browser, phone);
    const sign = async () => phone.sign(await fetchRequestOptions(browser));
    const readChallenges = () => db.selectFrom('passkey_challenges').select('challenge').execute();
    let refused: unknown[] = [];
    const maxRounds = dialect === 'sqlite' ? 20 : 1;
    for (let round = 0; refused.length === 0 && round < maxRounds; round++) {
      // Both are verified with the counter that is stored now.
      const proofs = [await sign(), await sign()];
      const responses = await sendTogether(
        proofs.map(passkey => () => browser.send('/front-api/auth/confirm/', { body: { passkey } })),
      );
      refused = await Promise.all(responses.filter(({ ok }) => !ok).map(readRefusal));
      expect(await readChallenges()).toEqual([]);
    }
    expect(refused).toEqual([[400, { passkey: 'passkey_invalid' }]]);
  });

  test('an action on a claim whose deadline is over leaves an expired claim without a reserve', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB');
    testServer.advanceClock(24 * 60 * MINUTE_MS);
    expect((await driver.postStep('confirm')).status).toBe(409);
    expect((await driver.fetchRow()).status).toBe('expired');
    expect(await getHeldAmount(db, driver.id)).toBe(0n);
  });

  test('a refused action with the secret of an e-mail leaves a confirmed mailbox', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB');
    await driver.move('expired');
    const secret = deriveEmailSecret(testServer.context.keys, await driver.fetchRow());
    expect((await driver.client.postStep(driver.id, 'confirm', secret)).status).toBe(409);
    expect(await db.selectFrom('mail_recipients').selectAll().execute()).toHaveLength(1);
  });

  test('a refused call of a phone leaves the hand-off bound to it', async () => {
    const client = createVerificationClient(testServer);
    const claim = await client.createClaim();
    const { id } = await client.createDraft(claim);
    const { url } = (await (await client.handoff(id, claim)).json()) as { url: string };
    const phone = { token: new URL(url).hash.slice(1), device: randomUUID() };
    expect((await client.handoff(id, phone)).status).toBe(404);
    const { device_hash } = await db.selectFrom('handoffs').select('device_hash').executeTakeFirstOrThrow();
    expect(device_hash).not.toBeNull();
  });

  test('a refused page leaves a partner and its network, a missing proof no network', async () => {
    const browser = await open();
    const call = (path: string, method: string) => browser.send(`/api/v1/users/me/${path}`, { method });
    const readNetworks = () => db.selectFrom('partner_networks').select('partner_id').execute();
    expect((await call('shop/history/?page=0', 'GET')).status).toBe(400);
    const partners = await db.selectFrom('partners').select('id').execute();
    expect(partners).toHaveLength(1);
    expect(await readNetworks()).toEqual(partners.map(({ id }) => ({ partner_id: id })));
    await db.deleteFrom('partner_networks').execute();
    testServer.advanceClock(11 * MINUTE_MS);
    await browser.refresh();
    await db.deleteFrom('partner_networks').execute();
    expect(await readRefusal(await call(`shop/keys/${randomUUID()}/`, 'DELETE'))).toEqual([
      403,
      'confirm_required',
    ]);
    expect(await readNetworks()).toEqual([]);
  });

  test('a refused call of a program leaves the use of its key', async () => {
    const { key } = await createShopOwner(await open()).addKey();
    const program = createShopProgram(testServer, key);
    expect((await program.send(`claims/${randomUUID()}/`)).status).toBe(404);
    const uses = await db.selectFrom('shop_key_uses').select('scope').execute();
    expect(uses).toEqual([{ scope: 'claims:read' }]);
  });

  // On SQLite the limits are in memory: accountLimits.test.ts and secondFactor/login.test.ts.
  if (dialect === 'postgres')
    test('wrong passwords and codes leave spent attempts', async () => {
      const browser = await open();
      await turnOnSecondFactor(testServer, browser);
      // Both budgets have as many tokens for a quarter of an hour.
      const tokenMs = (15 * MINUTE_MS) / Number(relaxedLimits.LIMIT_LOGINS_PER_ACCOUNT);
      const readSpent = async (budget: string) => {
        const rows = db.selectFrom('rate_limits').select('expire').where('key', 'like', `${budget}:%`);
        return (await rows.execute()).map(({ expire }) =>
          Math.round((Number(expire) / 1_000 - testServer.now()) / tokenMs),
        );
      };
      await browser.logIn(EMAIL, OTHER_PASSWORD);
      expect(await readSpent('login')).toEqual([1]);
      await browser.send('/front-api/auth/confirm/', { body: { code: '000000' } });
      expect(await readSpent('secondFactor')).toEqual([0]);
      const { challenge } = (await (await browser.logIn(EMAIL)).json()) as { challenge: string };
      await browser.send('/front-api/auth/login/', { body: { challenge, code: '000000' } });
      expect(await readSpent('secondFactor')).toEqual([1]);
    });
});
