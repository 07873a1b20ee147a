import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAYMENT_NETWORKS } from '#server/exchange/catalogue/paymentNetworks.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { createCrashDatabase, type CrashDatabase } from './support/crashDatabase.ts';
import { listCoinCommands } from './support/bitcoinExchange.ts';
import { startBitcoinNode, type BitcoinNode } from './support/bitcoinNode.ts';
import { createPaidClaim, createWatchedProcess, setUpExchange, waitFor } from './support/watchedProcess.ts';
import { CONFIRMATIONS } from './support/watchedExchange.ts';

let node: BitcoinNode;
let database: CrashDatabase;
beforeAll(async () => {
  node = await startBitcoinNode(PAYMENT_NETWORKS.bitcoin);
  database = await createCrashDatabase();
});
afterAll(async () => {
  await node.stop();
  await database.remove();
});

test('a process that takes over keeps the payments that wait, and misses none', async () => {
  const [first, second] = [
    await createWatchedProcess(database, node.url, 'bitcoin'),
    await createWatchedProcess(database, node.url, 'bitcoin'),
  ];
  await first.start();
  try {
    await setUpExchange(first, listCoinCommands('BTC'));
    await second.start();
    const [seen, missed] = [
      await createPaidClaim(first, 'BTC', '0.01'),
      await createPaidClaim(first, 'BTC', '0.02'),
    ];
    node.broadcast([[seen.address, '0.01']]);
    await waitFor(async () => (await seen.fetchStatus(second)).confirmations?.have === 0);
    const before = await readSights();
    await first.kill();
    node.broadcast([[missed.address, '0.02']]);
    await waitFor(async () => (await missed.fetchStatus(second)).confirmations?.have === 0);
    expect(await readSights()).toEqual(expect.arrayContaining(before));
    node.mine(CONFIRMATIONS);
    for (const claim of [seen, missed])
      await waitFor(async () => (await claim.fetchStatus(second)).status === 'aml');
    expect(await second.runOperator('payments')).not.toContain('unmatched');
    expect(first.readOutput() + second.readOutput()).not.toMatch(/k3y|n0de/);
  } finally {
    await Promise.all([first.kill(), second.kill()]);
  }
});

/** Reads when payments were first seen. */
async function readSights() {
  const { db, close } = await openDatabase(database.open);
  try {
    return await db.selectFrom('observed_payments').select(['reference', 'first_seen_at']).execute();
  } finally {
    await close();
  }
}
