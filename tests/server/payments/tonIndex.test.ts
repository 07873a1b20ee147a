import { Address } from '@ton/core';
import { afterEach, describe, expect, test } from 'vitest';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { createPaymentWatch } from './support/paymentWatch.ts';
import { getWallet } from './support/ton/startTonIndex.ts';
import { ACCOUNT, createPayment, openTonExchange, OTHER_MASTER, WALLET } from './support/ton/tonExchange.ts';
import {
  createComment,
  createInternalTransfer,
  createTransaction,
  EMPTY_BODY,
  toRaw,
} from './support/ton/tonMessages.ts';
import recorded from './support/ton/transactions.json' with { type: 'json' };

forEachDatabase(startServer => {
  const exchange = createBeforeEach(() => openTonExchange(startServer));
  afterEach(() => exchange.index.close());

  test('reads several payments of a block, and more than a page of others', async () => {
    const { createClaim, index, check, listObserved } = exchange;
    const claims = [await createClaim('TON', '30'), await createClaim('TON', '31')];
    const [first, second] = claims.map(({ comment }) => comment) as [string, string];
    const others = Array.from({ length: 110 }, () => createTransaction(ACCOUNT, 1n, EMPTY_BODY));
    index.mine([createPayment('TON', '30', first), ...others]);
    index.mine(others);
    index.mine([createPayment('TON', '1', first), createPayment('TON', '31', second), ...others.slice(0, 3)]);
    await check();
    expect(await listObserved()).toMatchObject([{ amount: 3_000_000_000n }, {}, {}]);
    expect((await claims[0]?.fetchStatus())?.received).toBe('31.00000000');
    expect((await claims[1]?.fetchStatus())?.status).toBe('aml');
  });

  test('reads transactions as toncenter has sent them', async () => {
    const { index, operator, check, listObserved } = exchange;
    await operator.succeed(`currency USDTTON contract ${OTHER_MASTER}`);
    index.setDecimals(0);
    const jettonOwner = recorded.notification.account.toLowerCase();
    index.setWallet(jettonOwner, recorded.jettons.account.toLowerCase());
    for (const { account } of [recorded.notification, recorded.bounce, recorded.uninitialized])
      await operator.succeed(`requisite add TON ${Address.parseRaw(account).toString()}`);
    index.mine(Object.values(recorded).map(one => ({ ...one, account: toRaw(one.account) })));
    await check();
    expect((await listObserved()).map(({ amount, memo }) => [amount, memo])).toEqual([
      [100n, null],
      [100_000_000n, '1985597651'],
    ]);
  });

  describe('an index that is behind', () => {
    test('is read as far as it has all blocks', async () => {
      const { createClaim, index, send, check, listObserved } = exchange;
      const claims = [await createClaim('TON', '30'), await createClaim('TON', '31')];
      const missing = index.getHead() + 2;
      index.mine();
      send('TON', '30', claims[0]?.comment ?? '');
      send('TON', '31', claims[1]?.comment ?? '');
      index.mine();
      index.hideBlocks([missing]);
      await check();
      expect(await listObserved()).toEqual([]);
      index.hideBlocks([]);
      await check();
      for (const { fetchStatus } of claims) expect((await fetchStatus()).status).toBe('aml');
    });

    test('that lacks a block that is read is an error, and takes nothing back', async () => {
      const { createClaim, index, send, check, listObserved, operator, testServer } = exchange;
      await operator.succeed('currency TON confirmations 3');
      const claim = await createClaim('TON', '30');
      send('TON', '30', claim.comment);
      await check();
      const before = await listObserved();
      const block = index.getHead();
      index.mine();
      index.hideBlocks([block]);
      await expect(check()).rejects.toThrow(`blocks: the index lacks the block ${block}`);
      expect(await listObserved()).toEqual(before);
      expect(testServer.log()).not.toContain('the network has replaced blocks');
    });

    test('may return the transactions of a block later than the block', async () => {
      const { createClaim, index, send, check, listObserved } = exchange;
      const claims = [await createClaim('TON', '30'), await createClaim('TON', '31')];
      send('TON', '30', claims[0]?.comment ?? '');
      const block = index.getHead();
      index.hideTransactions(({ mc_block_seqno: seqno }) => seqno >= block);
      await check();
      expect(await listObserved()).toEqual([]);
      index.hideTransactions(() => false);
      send('TON', '31', claims[1]?.comment ?? '');
      await check();
      for (const { fetchStatus } of claims) expect((await fetchStatus()).status).toBe('aml');
      const [late] = await listObserved();
      await check();
      expect((await listObserved())[0]).toEqual(late);
    });

    test('may return them in a round that fails, and again in the next one', async () => {
      const { createClaim, index, send, check } = exchange;
      const claim = await createClaim('TON', '30');
      send('TON', '30', claim.comment);
      index.hideTransactions(() => true);
      await check();
      index.hideTransactions(() => false);
      index.mine();
      let requests = 0;
      index.change((resource, body) =>
        resource === 'transactions' && ++requests % 2 === 0 ? { status: 429, body: '' } : body,
      );
      for (let round = 0; round < 2; round++) {
        await expect(check()).rejects.toThrow('transactions: status 429');
        index.mine();
      }
      index.change((_, body) => body);
      await check();
      expect((await claim.fetchStatus()).status).toBe('aml');
    });

    test('that lacks the first transactions of an account is an error', async () => {
      const { createClaim, index, send, check, listObserved } = exchange;
      const claim = await createClaim('TON', '30');
      index.mine();
      send('TON', '30', claim.comment);
      const gap = index.getHead();
      index.mine(Array.from({ length: 5 }, () => createTransaction(ACCOUNT, 1n, EMPTY_BODY)));
      index.hideTransactions(({ mc_block_seqno: seqno }) => seqno <= gap);
      await expect(check()).rejects.toThrow('transactions: the index lacks a transaction');
      expect(await listObserved()).toEqual([]);
      index.hideTransactions(() => false);
      await check();
      expect((await claim.fetchStatus()).status).toBe('aml');
    });

    test('that lacks a transaction is an error, and nothing is skipped', async () => {
      const { createClaim, index, send, check, listObserved } = exchange;
      const claims = [await createClaim('TON', '30'), await createClaim('TON', '31')];
      send('TON', '30', claims[0]?.comment ?? '');
      const gap = index.getHead();
      send('TON', '31', claims[1]?.comment ?? '');
      send('TON', '1', 'other');
      index.hideTransactions(({ mc_block_seqno: seqno }) => seqno === gap + 1);
      await expect(check()).rejects.toThrow('transactions: the index lacks a transaction');
      expect(await listObserved()).toEqual([]);
      index.hideTransactions(() => false);
      await check();
      for (const { fetchStatus } of claims) expect((await fetchStatus()).status).toBe('aml');
    });

    test('may have begun later than the account', async () => {
      const { createClaim, index, send, check } = exchange;
      index.mine([createTransaction(ACCOUNT, 1n, EMPTY_BODY)]);
      const first = index.getHead();
      await check();
      index.hideTransactions(({ mc_block_seqno: seqno }) => seqno <= first);
      const claim = await createClaim('TON', '30');
      send('TON', '30', claim.comment);
      await exchange.check();
      expect((await claim.fetchStatus()).status).toBe('aml');
    });
  });

  test('a process that takes over reads all blocks after a long silence, and nothing twice', async () => {
    const { createClaim, index, send, check, listObserved, testServer } = exchange;
    const claims = [await createClaim('TON', '30'), await createClaim('USDTTON', '60')];
    send('TON', '30', claims[0]?.comment ?? '');
    await check();
    const [before] = await listObserved();
    index.mineEmpty(600);
    send('USDTTON', '60', claims[1]?.comment ?? '');
    index.mineEmpty(600);
    await testServer.context.db.deleteFrom('leases').execute();
    const requests = index.requests.length;
    await createPaymentWatch(testServer, index.url, 'ton').check();
    expect(index.requests.length - requests).toBeLessThan(25);
    for (const { fetchStatus } of claims) expect((await fetchStatus()).status).toBe('aml');
    expect(await listObserved()).toMatchObject([before as object, {}]);
  });

  test('another jetton has a contract of its own, whose decimals are read once', async () => {
    const { createClaim, index, check, operator } = exchange;
    await operator.succeed(`currency USDTTON contract ${OTHER_MASTER}`);
    index.setDecimals(9);
    const claim = await createClaim('USDTTON', '60');
    const body = createInternalTransfer(60n * 10n ** 9n, createComment(claim.comment));
    index.mine([
      createTransaction(WALLET, 1n, body),
      createTransaction(getWallet(OTHER_MASTER, ACCOUNT), 1n, body),
      createTransaction(getWallet(OTHER_MASTER, ACCOUNT), 1n, body),
    ]);
    await check();
    expect((await claim.fetchStatus()).received).toBe('120.00');
    expect(index.requests.filter(({ path }) => path.includes('jetton/masters'))).toHaveLength(1);
    for (const [call, reason] of [
      [
        'currency USDTTON contract 0xdAC17F958D2ee523a2206206994597C13D831ec7',
        'not a valid address (format)',
      ],
      [`currency USDTTON contract ${OTHER_MASTER.slice(0, -1)}U`, 'not a valid address (checksum)'],
      [`currency TON contract ${OTHER_MASTER}`, 'TON is no token whose payments a node reports.'],
    ] as const)
      expect((await operator.run(call)).err).toContain(reason);
  });
});
