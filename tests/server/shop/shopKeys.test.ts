import { beforeEach, expect, test } from 'vitest';
import * as v from 'valibot';
import { AccountExport } from '#core/contract/account/accountExport.ts';
import { createShopKey, isShopKey } from '#server/partners/keys/shopKeyFormat.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createTestServer, forEachDatabase, type TestServer } from '../../support/testServer.ts';
import {
  AccountBrowser,
  listEmails,
  openAccount,
  STRONG_PASSWORD,
} from '../accounts/support/accountBrowser.ts';
import { createAccountMailbox } from '../accounts/support/accountMailbox.ts';
import { readStatusAndBody } from '../support/claimDriver.ts';
import { createShopOwner, createShopProgram } from './support/shopClient.ts';

const EMAIL = 'ivan@mail.example';
const MINUTE_MS = 60_000;

test('a key has a checksum that finds typing errors', () => {
  for (const mode of ['live', 'test'] as const) {
    const key = createShopKey(mode);
    expect(key).toMatch(new RegExp(`^rz_${mode}_[0-9A-Za-z]{46}$`));
    expect(isShopKey(key)).toBe(true);
    for (let index = 0; index < key.length; index++) {
      const other = key[index] === 'a' ? 'b' : 'a';
      expect(isShopKey(key.slice(0, index) + other + key.slice(index + 1))).toBe(false);
    }
    expect(isShopKey(`${key}a`)).toBe(false);
  }
});

forEachDatabase(startServer => {
  let testServer: TestServer;
  let browser: AccountBrowser;
  let owner: ReturnType<typeof createShopOwner>;
  beforeEach(async () => {
    testServer = await startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' });
    browser = await openAccount(testServer, EMAIL);
    owner = createShopOwner(browser);
  });

  const listClaims = (key: string, address = '203.0.113.5') =>
    readStatusAndBody(
      createShopProgram(testServer, key).send('claims/', { headers: { 'x-forwarded-for': address } }),
    );

  test('is shown once, tells its owner, and works until it is revoked', async () => {
    const created = await owner.addKey();
    const { key, ...rest } = created;
    expect(await owner.listKeys()).toEqual([rest]);
    expect(rest).toMatchObject({
      name: 'Касса',
      mode: 'test',
      hint: key.slice(-6),
      networks: [],
      expiresAt: null,
    });
    const stored = await testServer.context.db.selectFrom('shop_keys').selectAll().execute();
    expect(
      JSON.stringify(stored, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value)),
    ).not.toContain(key);
    expect(await listEmails(testServer)).toContainEqual(
      expect.objectContaining({ kind: 'shop_key_created', key: `Касса …${key.slice(-6)}` }),
    );
    expect(await listClaims(key)).toEqual([200, { count: 0, next: null, previous: null, results: [] }]);
    const exported = await browser.send('/api/v1/users/me/export/');
    expect(v.parse(AccountExport, await exported.json()).shopKeys).toHaveLength(1);
    expect((await owner.call(`keys/${created.id}/`, 'DELETE')).status).toBe(204);
    expect((await owner.call(`keys/${created.id}/`, 'DELETE')).status).toBe(404);
    expect((await listClaims(key))[0]).toBe(401);
    const [, { results }] = await readStatusAndBody(
      browser.send('/api/v1/users/me/journal/', { method: 'GET' }),
    );
    expect(results).toMatchObject([
      { kind: 'shop_key_revoked' },
      { kind: 'data_exported' },
      { kind: 'shop_key_created' },
      {},
      {},
    ]);
    expect(testServer.log()).not.toContain(key);
  });

  test('refuses a key that is unknown, expired, used elsewhere or without the scope', async () => {
    expect(await listClaims(createShopKey('live'))).toMatchObject([401, { code: 'key_unknown' }]);
    expect(await listClaims('rz_live_x')).toMatchObject([401, { code: 'key_unknown' }]);
    // The session of its owner is no key.
    expect(await listClaims(browser.access)).toMatchObject([401, { code: 'key_unknown' }]);
    const writer = await owner.addKey({ scopes: ['claims:write'] });
    expect(await listClaims(writer.key)).toMatchObject([
      403,
      { code: 'scope_missing', scope: 'claims:read', detail: 'У ключа нет права claims:read' },
    ]);
    const office = await owner.addKey({ networks: ['198.51.100.0/24', '2001:db8::1'] });
    expect((await listClaims(office.key, '198.51.100.9'))[0]).toBe(200);
    expect((await listClaims(office.key, '2001:db8::1'))[0]).toBe(200);
    expect(await listClaims(office.key)).toMatchObject([
      403,
      { code: 'network_forbidden', network: '203.0.113.5' },
    ]);
    const short = await owner.addKey({ expiresAt: new Date(testServer.now() + MINUTE_MS).toISOString() });
    expect((await listClaims(short.key))[0]).toBe(200);
    testServer.advanceClock(MINUTE_MS);
    expect(await listClaims(short.key)).toMatchObject([
      403,
      { code: 'key_expired', expiresAt: short.expiresAt },
    ]);
    const { db } = testServer.context;
    await db.updateTable('partners').set({ switched_off_at: 1n }).execute();
    expect(await listClaims(office.key, '198.51.100.9')).toMatchObject([403, { code: 'partner_off' }]);
    await db.updateTable('partners').set({ switched_off_at: null }).execute();
    expect((await listClaims(office.key, '198.51.100.9'))[0]).toBe(200);
    await db.updateTable('users').set({ blocked_at: 1n }).execute();
    expect(await listClaims(office.key, '198.51.100.9')).toMatchObject([403, { code: 'partner_off' }]);
  });

  test('refuses invalid values, an eleventh key, strangers, and a password of 11 minutes ago', async () => {
    const refuse = async (key: object) => {
      const body = { name: 'x', mode: 'live', scopes: ['claims:read'], ...key };
      const [status, { codes }] = await readStatusAndBody(owner.call('keys/', 'POST', body));
      return [status, codes];
    };
    expect(await refuse({ networks: ['300.1.1.1'] })).toEqual([400, { networks: 'network_format' }]);
    expect(await refuse({ expiresAt: new Date(testServer.now()).toISOString() })).toEqual([
      400,
      { expiresAt: 'expiry_past' },
    ]);
    // Valid by the pattern of instants, but no time; and a time that the exchange does not reach.
    for (const expiresAt of ['2099-12-01T00:00:00+23', '9999-12-31T23:59:59Z'])
      expect(await refuse({ expiresAt })).toEqual([400, { expiresAt: 'body_invalid' }]);
    expect(await refuse({ scopes: [] })).toEqual([400, { scopes: 'body_invalid' }]);
    expect(await refuse({ scopes: ['payout'] })).toEqual([400, { scopes: 'body_invalid' }]);
    for (let count = 0; count < 9; count++) await owner.addKey();
    const last = await Promise.all(
      [1, 2].map(() => owner.call('keys/', 'POST', { name: 'x', mode: 'live', scopes: ['claims:read'] })),
    );
    expect(last.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const [key] = await owner.listKeys();
    const stranger = createShopOwner(await openAccount(testServer, 'anna@mail.example'));
    expect((await stranger.call(`keys/${key?.id}/`, 'DELETE')).status).toBe(404);
    expect(await stranger.listKeys()).toEqual([]);
    expect((await createShopOwner(new AccountBrowser(testServer)).call('keys/')).status).toBe(401);
    testServer.advanceClock(11 * MINUTE_MS);
    await browser.refresh();
    expect(await readStatusAndBody(owner.call('keys/', 'POST', {}))).toMatchObject([
      403,
      { code: 'confirm_required' },
    ]);
  });

  test('records the last use of each scope at most once a minute', async () => {
    const { key } = await owner.addKey();
    const uses = async () => (await owner.listKeys())[0]?.scopes.map(({ usedAt }) => usedAt);
    expect(await uses()).toEqual([null, null, null, null]);
    const first = new Date(testServer.now()).toISOString();
    await listClaims(key);
    testServer.advanceClock(MINUTE_MS - 1);
    await listClaims(key);
    expect(await uses()).toEqual([first, null, null, null]);
    testServer.advanceClock(1);
    await listClaims(key);
    expect(await uses()).toEqual([new Date(testServer.now()).toISOString(), null, null, null]);
  });

  test('«Это не я» revokes new keys', async () => {
    const { key } = await owner.addKey();
    const path = await createAccountMailbox(testServer).readStopPath(EMAIL, 'создан ключ API магазина');
    expect((await new AccountBrowser(testServer).send(path)).status).toBe(200);
    expect((await listClaims(key))[0]).toBe(401);
  });

  test('deleting the account deletes its keys', async () => {
    const { key } = await owner.addKey();
    const { deleteDueAccounts } = await import('#server/accounts/deletion/accountDeletion.ts');
    expect((await browser.send('/api/v1/users/me/delete/', { body: { password: STRONG_PASSWORD } })).ok).toBe(
      true,
    );
    testServer.advanceClock(8 * 24 * 60 * MINUTE_MS);
    await deleteDueAccounts(testServer.context);
    expect(await testServer.context.db.selectFrom('shop_keys').selectAll().execute()).toEqual([]);
    expect((await listClaims(key))[0]).toBe(401);
  });
});

test('limits the requests of a live key, and of all test keys, from all addresses together', async () => {
  const testServer = await createTestServer({
    ...relaxedLimits,
    LIMIT_SHOP_KEY_PER_MINUTE: '3',
    TRUST_PROXY: 'loopback',
  });
  const owner = createShopOwner(await openAccount(testServer, EMAIL));
  const live = { mode: 'live' } as const;
  const [first, second] = [await owner.addKey(live), await owner.addKey(live)];
  const [third, fourth] = [await owner.addKey(), await owner.addKey()];
  const send = async ({ key }: { key: string }, address: string) =>
    (await createShopProgram(testServer, key).send('claims/', { headers: { 'x-forwarded-for': address } }))
      .status;
  const statuses = [];
  for (const number of [1, 2, 3, 4]) statuses.push(await send(first, `203.0.113.${number}`));
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await send(second, '203.0.113.1')).toBe(200);
  for (const key of [third, fourth, third]) expect(await send(key, '203.0.113.1')).toBe(200);
  expect(await send(fourth, '203.0.113.1')).toBe(429);
  await testServer.close();
});
