import { pbkdf2Sync } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { beforeEach, expect, test } from 'vitest';
import { deriveAddress } from '#server/exchange/requisites/deriveAddress.ts';
import { parseExtendedKey } from '#server/exchange/requisites/extendedKey.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { createOperatorCalls } from '../support/operatorCalls.ts';
import { listOperatorChanges } from '../support/operatorCommand.ts';

const master = HDKey.fromMasterSeed(pbkdf2Sync('addresses of claims', 'salt', 2048, 64, 'sha512'));
const bitcoinKey = master.derive("m/84'/0'/0'").publicExtendedKey;
const ethereumKey = master.derive("m/44'/60'/0'").publicExtendedKey;
const getChainKey = (xpub: string) => {
  const verdict = parseExtendedKey('BTC', xpub);
  return verdict.ok ? verdict.chainKey : '';
};
const deriveBitcoin = (index: number) => deriveAddress('BTC', 'p2wpkh', getChainKey(bitcoinKey), index);
const deriveEthereum = (index: number) => deriveAddress('ETH', 'ethereum', getChainKey(ethereumKey), index);

forEachDatabase(startServer => {
  let testServer: TestServer;
  let client: ReturnType<typeof createInProcessClient>;
  let calls: ReturnType<typeof createOperatorCalls>;

  beforeEach(async () => {
    testServer = await startServer(relaxedLimits);
    client = createInProcessClient(testServer.app);
    calls = createOperatorCalls(testServer);
  });

  /** Creates a claim and returns it with the address that it is paid to. */
  async function createPaidTo(code: string, fromSumma?: string) {
    const body = await client.buildClaim(code, 'SBERRUB', { ...(fromSumma && { fromSumma }) });
    const claim = await client.createClaim(body);
    const requisite = await (await client.fetchClaim(claim.id, 'requisite', claim.secret)).json();
    return { ...claim, address: (requisite as { value: string }).value };
  }
  const addBitcoinKey = () => calls.succeed(`requisite add BTC ${bitcoinKey} --address ${deriveBitcoin(0)}`);

  test('a key is added with the first address of the wallet, which shows its format', async () => {
    await calls.expectRefusals([
      [`requisite add BTC ${bitcoinKey}`, `p2wpkh ${deriveBitcoin(0)}`],
      [`requisite add BTC ${bitcoinKey} --address ${deriveBitcoin(1)}`, 'is not the first receiving address'],
      [`requisite add BTC ${bitcoinKey} --address nonsense`, 'is not the first receiving address'],
      [`requisite add TON ${bitcoinKey}`, 'do not follow from a public key'],
      [`requisite add SBERRUB ${bitcoinKey}`, 'do not follow from a public key'],
      [`requisite add BTC ${bitcoinKey} --holder Анна --bank Сбербанк`, 'not a valid address'],
      [
        `requisite add BTC ${deriveBitcoin(0)} --address ${deriveBitcoin(0)}`,
        'requires an extended public key',
      ],
      [`requisite add BTC ${master.privateExtendedKey}`, 'This is a private key (xprv)'],
    ]);
    const { db } = testServer.context;
    expect(await db.selectFrom('address_keys').select('id').execute()).toEqual([]);
    expect(await addBitcoinKey()).toContain(
      `is on: key 1 of ${deriveBitcoin(0)}, p2wpkh. Each claim gets the next address`,
    );
    expect((await calls.run(`requisite add BTC ${bitcoinKey} --address ${deriveBitcoin(0)}`)).err).toContain(
      'has this requisite already',
    );
    const log = testServer.log() + JSON.stringify(await listOperatorChanges(testServer));
    expect(log).not.toContain(master.privateExtendedKey);
    expect(log).not.toContain(bitcoinKey);
    expect(log).not.toContain(getChainKey(bitcoinKey));
    // The chain of the account is the same key, whatever its depth.
    const chain = master.derive("m/84'/0'/0'/0").publicExtendedKey;
    const again = await calls.run(`requisite add BTC ${chain} --address ${deriveBitcoin(0)}`);
    expect(again.err).toContain('has this requisite already');
  });

  test('each claim gets the next address, also of an equal sum, and also after the key was off', async () => {
    await addBitcoinKey();
    const claims = [await createPaidTo('BTC', '0.05'), await createPaidTo('BTC', '0.05')];
    expect(claims.map(({ address }) => address)).toEqual([deriveBitcoin(1), deriveBitcoin(2)]);
    const id = /^(\d+) +BTC +on +2 .* 3 +2 +key 1 of bc1/m.exec(await calls.succeed('requisites BTC'))?.[1];
    await calls.succeed(`requisite ${id} off`);
    const pooled = await createPaidTo('BTC', '0.05');
    expect([0, 1, 2, 3].map(deriveBitcoin)).not.toContain(pooled.address);
    await calls.succeed(`requisite ${id} on`);
    expect((await createPaidTo('BTC', '0.05')).address).toBe(deriveBitcoin(3));

    // A payment ends the row of unpaid addresses.
    const [, second] = claims;
    await calls.succeed(`claim ${second?.number} --amount 0.05 --reference ${'ab'.repeat(32)}:0`);
    expect(await calls.succeed('requisites BTC')).toMatch(/^\d+ +BTC +on +3 .* 4 +1 +key 1 of/m);
    expect(await calls.succeed(`claim ${second?.number}`)).toMatch(/ADDRESSES OF A KEY\n.* key 1 +index 2\n/);
  });

  test('a hundred claims at once get a hundred addresses', async () => {
    await addBitcoinKey();
    const body = await client.buildClaim('BTC', 'SBERRUB', { fromSumma: '0.005' });
    await calls.succeed('reserve SBERRUB 100000000000 --force');
    const claims = await Promise.all(Array.from({ length: 100 }, () => client.createClaim(body)));
    const { db } = testServer.context;
    const rows = await db.selectFrom('claims').select(['id', 'pay_to']).execute();
    const addresses = rows.map(({ pay_to }) => (JSON.parse(pay_to ?? '') as { value: string }).value);
    expect(new Set(addresses)).toEqual(new Set(Array.from({ length: 100 }, (_, n) => deriveBitcoin(n + 1))));
    const given = await db.selectFrom('claim_addresses').selectAll().orderBy('address_index').execute();
    expect(given.map(({ address_index }) => address_index)).toEqual(claims.map((_, n) => BigInt(n + 1)));
    expect(new Set(given.map(({ claim_id }) => claim_id)).size).toBe(100);
  });

  test('the currencies of a network share the addresses of a key', async () => {
    for (const code of ['ETH', 'USDTERC20', 'BNBBEP20'])
      await calls.succeed(`requisite add ${code} ${ethereumKey} --address ${deriveEthereum(0)}`);
    const addresses = [];
    for (const code of ['ETH', 'USDTERC20', 'BNBBEP20', 'ETH'])
      addresses.push((await createPaidTo(code)).address);
    expect(addresses).toEqual([1, 2, 3, 4].map(deriveEthereum));
  });

  test('a refused claim takes no address', async () => {
    await addBitcoinKey();
    const body = await client.buildClaim('BTC', 'SBERRUB', { fromSumma: '0.05' });
    expect((await client.postClaim({ ...body, toSumma: '1' })).status).toBe(409);
    expect((await createPaidTo('BTC')).address).toBe(deriveBitcoin(1));
  });

  test('a record of an address is never changed or given twice', async () => {
    await addBitcoinKey();
    const { id } = await createPaidTo('BTC');
    const { db } = testServer.context;
    const row = await db.selectFrom('claim_addresses').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ claim_id: id, address_index: 1n });
    await expect(db.insertInto('claim_addresses').values(row).execute()).rejects.toThrow(/unique/i);
    await expect(db.deleteFrom('claim_addresses').execute()).rejects.toThrow('append-only');
    await expect(
      db
        .updateTable('address_keys')
        .set({ next_index: 2n ** 31n + 1n })
        .execute(),
    ).rejects.toThrow(/check constraint/i);
  });
});
