import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCrashDatabase, type CrashDatabase } from './support/crashDatabase.ts';
import { startDevNode } from './support/devNode.ts';
import { createWatchedProcess, setUpExchange, waitFor, createPaidClaim } from './support/watchedProcess.ts';
import { CONFIRMATIONS, listSetUpCommands, toWei } from './support/watchedExchange.ts';

const SECRET = 'k3y-0f-the-node';

let database: CrashDatabase;
beforeAll(async () => void (database = await createCrashDatabase()));
afterAll(() => database.remove());

test('a server whose node is silent, then of another network, says so and reads on when it is right', async () => {
  const first = await startDevNode();
  const port = Number(new URL(first.url).port);
  await first.stop();
  const server = await createWatchedProcess(database, `${first.url}/?key=${SECRET}`);
  await server.start();
  let node = await startDevNode({ port, chainId: 5 });
  try {
    await waitFor(() =>
      Promise.resolve(server.readOutput().includes('the node has chain id 5; Ethereum has 1')),
    );
    expect(await server.runOperator('payments')).toMatch(/^ethereum +never +SILENT$/m);
    await node.stop();
    await waitFor(() => Promise.resolve(server.readOutput().includes('no response, ECONNREFUSED')));
    node = await startDevNode({ port });
    await setUpExchange(server, listSetUpCommands(await node.deployToken()));
    expect(server.readOutput()).toContain('payments are checked again');
    const claim = await createPaidClaim(server, 'ETH', '0.05');
    await node.sendCoin(claim.address, toWei('0.05'));
    await node.mine(CONFIRMATIONS);
    await waitFor(async () => (await claim.fetchStatus(server)).status === 'aml');
    expect(server.readOutput()).not.toContain(SECRET);
  } finally {
    await server.kill();
    await node.stop();
  }
});
