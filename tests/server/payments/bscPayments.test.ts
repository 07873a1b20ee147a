import { afterAll, beforeAll, expect, test } from 'vitest';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { createOperatorCalls } from '../support/operatorCalls.ts';
import { startDevNode, type DevNode } from './support/devNode.ts';
import { createPaymentWatch } from './support/paymentWatch.ts';
import {
  CONFIRMATIONS,
  createPaidClaims,
  listSetUpCommands,
  toTokenUnits,
  toWei,
} from './support/watchedExchange.ts';

forEachDatabase(startServer => {
  let node: DevNode;
  beforeAll(async () => void (node = await startDevNode({ chainId: 56 })));
  afterAll(() => node.stop());

  test('records payments in BNB and in BEP20 tokens, and none of Ethereum', async () => {
    const testServer = await startServer(relaxedLimits);
    const operator = createOperatorCalls(testServer);
    const token = await node.deployToken();
    for (const command of listSetUpCommands(token, ['BNBBEP20', 'USDTBEP20']))
      await operator.succeed(command);
    const watch = createPaymentWatch(testServer, node.url, 'bsc');
    await watch.check();
    const createClaim = createPaidClaims(testServer);
    const [coin, tokens] = [await createClaim('BNBBEP20', '0.5'), await createClaim('USDTBEP20', '50')];
    await node.sendCoin(coin.address, toWei('0.5'));
    await node.sendTokens(token, [tokens.address, toTokenUnits('50')]);
    await node.mine(CONFIRMATIONS);
    await watch.check();
    expect(await coin.fetchStatus()).toMatchObject({ status: 'aml', received: '0.50000000' });
    expect(await tokens.fetchStatus()).toMatchObject({ status: 'aml', received: '50.00' });
    await expect(createPaymentWatch(testServer, node.url).check()).rejects.toThrow(
      'the node has chain id 56; Ethereum has 1',
    );
  });
});
