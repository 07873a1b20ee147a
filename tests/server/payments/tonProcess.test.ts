import { expect, test } from 'vitest';
import { createCrashDatabase } from './support/crashDatabase.ts';
import { startTonIndex } from './support/ton/startTonIndex.ts';
import { createPayment, listDemoCommands, SET_UP_COMMANDS } from './support/ton/tonExchange.ts';
import { createPaidClaim, createWatchedProcess, setUpExchange, waitFor } from './support/watchedProcess.ts';

test('a server records payments in TON and USDT, also those that came while it was away', async () => {
  const database = await createCrashDatabase();
  const index = await startTonIndex(() => Date.now());
  const server = await createWatchedProcess(database, index.url, 'ton');
  await server.start();
  try {
    const demo = listDemoCommands(await server.runOperator('requisites'));
    await setUpExchange(server, [...demo, ...SET_UP_COMMANDS]);
    const [coin, token] = [
      await createPaidClaim(server, 'TON', '30'),
      await createPaidClaim(server, 'USDTTON', '60'),
    ];
    index.mine([createPayment('TON', '30', coin.comment)]);
    await waitFor(async () => (await coin.fetchStatus(server)).status === 'aml');
    await server.kill();
    index.mineEmpty(20);
    index.mine([createPayment('USDTTON', '60', token.comment)]);
    index.mineEmpty(20);
    await server.start();
    await waitFor(async () => (await token.fetchStatus(server)).status === 'aml');
    expect((await coin.fetchStatus(server)).received).toBe('30.00000000');
    expect(await server.runOperator('payments')).not.toContain('unmatched');
  } finally {
    await server.kill();
    await index.close();
    await database.remove();
  }
});
