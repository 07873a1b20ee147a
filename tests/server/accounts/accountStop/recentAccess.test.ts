import { expect, test } from 'vitest';
import * as v from 'valibot';
import { RestoreAccess } from '#core/contract/account/recentAccess.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { createShopOwner, createShopProgram } from '../../shop/support/shopClient.ts';
import { createAccountMailbox } from '../support/accountMailbox.ts';
import {
  AccountBrowser,
  findLinkPath,
  listEmails,
  openAccount,
  OTHER_PASSWORD,
} from '../support/accountBrowser.ts';
import { addPasskey, logInWithPasskey, openPasskeyBrowser, readRefusal } from '../support/passkeyBrowser.ts';
import { CARD, createRequisiteClient, WALLET } from '../support/requisiteClient.ts';
import { SoftwareAuthenticator } from '../support/softwareAuthenticator.ts';
import { turnOnSecondFactor } from '../support/totpApp.ts';

const EMAIL = 'ivan@mail.example';
const DAY_MS = 86_400_000;
const DEVICE = { device: 'Chrome, Windows', network: '127.0.0.0/24' };

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer({ ...relaxedLimits, WEBHOOK_PRIVATE: 'on' }));
  const browser = createBeforeEach(() => openAccount(testServer, EMAIL, undefined, 'http://localhost:3000'));
  const owner = createBeforeEach(() => createShopOwner(browser));
  const emails = createBeforeEach(() => createAccountMailbox(testServer));

  const guest = () => new AccountBrowser(testServer);
  const addWebhook = (name: string) => owner.addWebhook({ url: `http://127.0.0.1:9999/${name}` });
  /** Adds one of each way in and out. */
  async function addAccess(name: string) {
    const authenticator = new SoftwareAuthenticator();
    const passkey = await addPasskey(browser, authenticator, name);
    const key = await owner.addKey({ name });
    return { authenticator, passkey, key, webhook: await addWebhook(name) };
  }
  async function wait(days: number): Promise<void> {
    testServer.advanceClock(days * DAY_MS);
    expect((await browser.logIn(EMAIL)).status).toBe(200);
  }
  const readKeyStatus = async ({ key }: { key: string }) =>
    (await createShopProgram(testServer, key).send('claims/')).status;
  const listStored = async () => {
    const { db } = testServer.context;
    const passkeys = await db.selectFrom('passkeys').select('name').orderBy('name').execute();
    const keys = await db.selectFrom('shop_keys').select('name').orderBy('name').execute();
    const webhooks = await db.selectFrom('webhooks').select(['url', 'off_at']).orderBy('url').execute();
    expect(webhooks.every(({ off_at }) => off_at === null)).toBe(true);
    const { passkey_count } = await db.selectFrom('users').select('passkey_count').executeTakeFirstOrThrow();
    expect(passkey_count).toBe(BigInt(passkeys.length));
    return [
      passkeys.map(({ name }) => name),
      keys.map(({ name }) => name),
      webhooks.map(({ url }) => url.split('/').at(-1)),
    ];
  };
  const stop = async (headline: string) =>
    expect((await guest().send(await emails.readStopPath(EMAIL, headline))).status).toBe(200);
  async function requestRestore(): Promise<string> {
    await guest().send('/api/v1/users/restore/', { body: { email: EMAIL } });
    return findLinkPath(testServer, 'restore', EMAIL);
  }
  const readAccess = async (path: string, body: object = {}) => {
    const response = await guest().send(`${path}access/`, { body });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    return v.parse(RestoreAccess, await response.json());
  };
  const restore = (path: string, body: object) =>
    guest().send(path, { body: { password: OTHER_PASSWORD, ...body } });

  test('«Это не я» removes passkeys, keys and webhooks that were added or changed within 30 days, and no older ones', async () => {
    const old = await addAccess('old');
    const moved = await addWebhook('moved');
    const rotated = await addWebhook('rotated');
    const relabelled = await addWebhook('relabelled');
    await wait(31);
    await owner.call(`webhooks/${moved.id}/`, 'PATCH', { url: 'http://127.0.0.1:9999/thief' });
    await owner.rotate(rotated.id);
    await owner.call(`webhooks/${relabelled.id}/`, 'PATCH', { events: ['claim.status'] });
    const recent = await addAccess('recent');
    // A delivery waits when its webhook goes.
    await createShopProgram(testServer, recent.key.key).createClaim();
    await stop('добавлен вебхук');
    expect(await listStored()).toEqual([['old'], ['old'], ['old', 'relabelled']]);
    expect([await readKeyStatus(old.key), await readKeyStatus(recent.key)]).toEqual([200, 401]);
    const refused = await logInWithPasskey(openPasskeyBrowser(testServer), recent.authenticator);
    expect(await readRefusal(refused)).toEqual([401, 'credentials_invalid']);
    expect((await logInWithPasskey(openPasskeyBrowser(testServer), old.authenticator)).status).toBe(200);
    const events = await testServer.context.db.selectFrom('account_events').select('kind').execute();
    const kinds = events.map(({ kind }) => kind);
    expect(kinds.filter(kind => kind === 'webhook_removed')).toHaveLength(3);
    expect(kinds).toEqual(expect.arrayContaining(['passkey_removed', 'shop_key_revoked']));
  });

  test('«Это не я» removes requisites of 30 days, and its e-mail lists what was removed', async () => {
    const requisites = createRequisiteClient(browser);
    await requisites.add(CARD);
    await wait(31);
    await requisites.add(WALLET);
    const { key } = await addAccess('recent');
    await stop('добавлен реквизит для выплат');
    const message = (await listEmails(testServer)).findLast(({ kind }) => kind === 'account_stopped');
    expect(message).toMatchObject({
      removed: expect.arrayContaining([
        { kind: 'passkey', name: 'recent', hint: null },
        { kind: 'shop_key', name: 'recent', hint: `rz_test_…${key.hint}` },
        { kind: 'webhook', name: '127.0.0.1:9999', hint: null },
      ]),
    });
    expect((await restore(await requestRestore(), {})).status).toBe(204);
    await browser.logIn(EMAIL, OTHER_PASSWORD);
    expect((await requisites.list()).map(({ currency }) => currency)).toEqual([
      expect.objectContaining({ code: 'SBERRUB' }),
    ]);
  });

  test('a restore lists what is younger than 30 days, and removes what is not kept', async () => {
    await addAccess('old');
    const moved = await addWebhook('moved');
    await wait(31);
    const created = new Date(testServer.now()).toISOString();
    const own = await addAccess('own');
    testServer.advanceClock(1_000);
    const foreign = await addAccess('foreign');
    testServer.advanceClock(1_000);
    await owner.call(`webhooks/${moved.id}/`, 'PATCH', { url: 'http://127.0.0.1:9999/thief' });
    const path = await requestRestore();
    const { results, proof } = await readAccess(path);
    expect(proof).toBeNull();
    expect(results).toHaveLength(7);
    expect(results[0]).toMatchObject({
      id: moved.id,
      kind: 'webhook',
      changedAt: new Date(testServer.now()).toISOString(),
      ...DEVICE,
    });
    expect(results).toContainEqual({
      id: own.key.id,
      kind: 'shop_key',
      name: 'own',
      hint: `rz_test_…${own.key.hint}`,
      createdAt: created,
      changedAt: null,
      usedAt: null,
      ...DEVICE,
    });
    expect(results).toContainEqual(
      expect.objectContaining({ id: foreign.passkey.id, kind: 'passkey', name: 'foreign', ...DEVICE }),
    );
    // Reading changes nothing, and neither does a mail scanner.
    for (const method of ['GET', 'HEAD'])
      expect((await guest().send(`${path}access/`, { method })).status).toBe(404);
    expect((await readAccess(path)).results).toEqual(results);
    // Whatever is added after the list was shown is not on it.
    await owner.addKey({ name: 'late' });
    const keep = [own.passkey.id, own.key.id, own.webhook.id, 'unknown'];
    expect((await restore(path, { keep })).status).toBe(204);
    expect(await listStored()).toEqual([
      ['old', 'own'],
      ['old', 'own'],
      ['old', 'own'],
    ]);
    expect((await guest().send(`${path}access/`, { body: {} })).status).toBe(404);
    const message = (await listEmails(testServer)).findLast(({ kind }) => kind === 'password_changed');
    expect(message).toMatchObject({
      removed: expect.arrayContaining([{ kind: 'passkey', name: 'foreign', hint: null }]),
      ...DEVICE,
    });
    expect(message && 'removed' in message && message.removed).toHaveLength(5);
  });

  test('a restore without `keep` removes everything of 30 days', async () => {
    await addAccess('old');
    await wait(31);
    await addAccess('recent');
    const path = await requestRestore();
    expect((await restore(path, { keep: 'all' })).status).toBe(400);
    expect((await restore(path, {})).status).toBe(204);
    expect(await listStored()).toEqual([['old'], ['old'], ['old']]);
  });

  test('a restore asks for the second factor before it lists anything, and leaves it on', async () => {
    const { app, codes } = await turnOnSecondFactor(testServer, browser);
    const { key } = await addAccess('recent');
    const path = await requestRestore();
    const read = async (body: object) => readRefusal(await guest().send(`${path}access/`, { body }));
    expect(await read({})).toEqual([401, 'second_factor_required']);
    expect((await guest().send(`${path}access/`, { body: { code: '000000' } })).status).toBe(400);
    const { results, proof } = await readAccess(path, { code: app.waitForCode() });
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['passkey', 'shop_key', 'webhook']);
    // The link alone, which whoever reads the mailbox has, is not enough after that, either.
    for (const body of [{}, { proof: 'x.y' }, { proof: path.split('/').at(-2) }, { code: ' ' }])
      expect(await readRefusal(await restore(path, body))).toEqual([401, 'second_factor_required']);
    testServer.advanceClock(1_000);
    const other = await requestRestore();
    expect(other).not.toBe(path);
    expect(await readRefusal(await restore(other, { proof }))).toEqual([401, 'second_factor_required']);
    const recovered = await readAccess(path, { code: codes[0] });
    // A newer list replaces the proof of the one before.
    expect(await readRefusal(await restore(path, { proof }))).toEqual([401, 'second_factor_required']);
    expect((await restore(path, { proof: recovered.proof, keep: [key.id] })).status).toBe(204);
    expect(await listStored()).toEqual([[], ['recent'], []]);
    const refused = await guest().logIn(EMAIL, OTHER_PASSWORD);
    expect(await readRefusal(refused)).toEqual([401, 'second_factor_required']);
  });

  test('an older passkey turns off a second factor that somebody else has turned on; a removed one does not', async () => {
    const old = await addAccess('old');
    await wait(31);
    const recent = await addAccess('recent');
    await turnOnSecondFactor(testServer, browser);
    await stop('второй фактор включён');
    const passkeyBrowser = openPasskeyBrowser(testServer);
    expect((await logInWithPasskey(passkeyBrowser, recent.authenticator)).status).toBe(401);
    expect(await readRefusal(await restore(await requestRestore(), {}))).toEqual([
      401,
      'second_factor_required',
    ]);
    expect((await logInWithPasskey(passkeyBrowser, old.authenticator)).status).toBe(200);
    expect((await passkeyBrowser.send('/api/v1/users/me/totp/', { method: 'DELETE' })).status).toBe(204);
    expect((await restore(await requestRestore(), {})).status).toBe(204);
    expect((await guest().logIn(EMAIL, OTHER_PASSWORD)).status).toBe(200);
  });
});
