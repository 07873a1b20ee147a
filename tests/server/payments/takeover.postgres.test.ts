import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCrashDatabase, type CrashDatabase } from './support/crashDatabase.ts';
import { startDevNode, type DevNode } from './support/devNode.ts';
import {
  createPaidClaim,
  createWatchedProcess,
  setUpExchange,
  waitFor,
  type PaidClaim,
} from './support/watchedProcess.ts';
import { CONFIRMATIONS, listSetUpCommands, toWei } from './support/watchedExchange.ts';

/** Longest time until another process reads the payments. */
const TAKEOVER_MS = 10_000;

const AMOUNTS = ['0.05', '0.06', '0.07'];

let node: DevNode;
let database: CrashDatabase;
beforeAll(async () => {
  node = await startDevNode();
  database = await createCrashDatabase();
});
afterAll(async () => {
  await node.stop();
  await database.remove();
});

test('of two processes one reads payments, the other takes over in ten seconds and misses none', async () => {
  const [first, second] = [
    await createWatchedProcess(database, node.url),
    await createWatchedProcess(database, node.url),
  ];
  await first.start();
  try {
    await setUpExchange(first, listSetUpCommands(await node.deployToken()));
    await second.start();
    const claims: PaidClaim[] = [];
    for (const amount of AMOUNTS) claims.push(await createPaidClaim(first, 'ETH', amount));
    const pay = async (index: number) =>
      node.sendCoin(claims[index]?.address ?? '', toWei(AMOUNTS[index] ?? ''));
    await pay(0);
    await waitFor(async () => (await claims[0]?.fetchStatus(second))?.confirmations !== null);
    await first.kill();
    const killedAt = performance.now();
    await pay(1);
    await node.mine();
    await pay(2);
    await waitFor(async () => (await claims[1]?.fetchStatus(second))?.confirmations !== null);
    expect(performance.now() - killedAt).toBeLessThan(TAKEOVER_MS);
    await node.mine(CONFIRMATIONS);
    for (const [index, claim] of claims.entries()) {
      await waitFor(async () => (await claim.fetchStatus(second)).status === 'aml');
      expect((await claim.fetchStatus(second)).received).toBe(`${AMOUNTS[index]}000000`);
    }
    // The first process finds nothing to do when it is back.
    await first.start();
    await second.stop();
    const late = await createPaidClaim(first, 'ETH', '0.08');
    await node.sendCoin(late.address, toWei('0.08'));
    await node.mine(CONFIRMATIONS);
    await waitFor(async () => (await late.fetchStatus(first)).status === 'aml');
    expect(await first.runOperator('payments')).not.toContain('unmatched');
  } finally {
    await Promise.all([first.kill(), second.kill()]);
  }
});
