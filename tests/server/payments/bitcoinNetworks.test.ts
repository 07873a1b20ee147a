import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAYMENT_NETWORKS, type BitcoinNetwork } from '#server/exchange/catalogue/paymentNetworks.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { openCoinExchange } from './support/bitcoinExchange.ts';
import { startBitcoinNode, type BitcoinNode } from './support/bitcoinNode.ts';
import { CONFIRMATIONS } from './support/watchedExchange.ts';

const { litecoin, dogecoin, dash, bitcoincash } = PAYMENT_NETWORKS;

forEachDatabase(startServer => {
  for (const network of [litecoin, dogecoin, dash, bitcoincash] satisfies BitcoinNetwork[]) {
    const { coin, name } = network;
    let node: BitcoinNode;
    beforeAll(async () => void (node = await startBitcoinNode(network)));
    afterAll(() => node.stop());

    test(`records a payment in ${coin}`, async () => {
      const exchange = await openCoinExchange(startServer, node, coin, name);
      const claim = await exchange.createClaim(coin);
      node.broadcast([[claim.address, claim.claim.fromSumma]]);
      await exchange.check();
      expect((await claim.fetchStatus()).confirmations).toEqual({ have: 0, need: CONFIRMATIONS });
      node.mine(CONFIRMATIONS);
      await exchange.check();
      expect(await claim.fetchStatus()).toMatchObject({ status: 'aml', received: claim.claim.fromSumma });
    });
  }

  test('each network has its own number of confirmations', async () => {
    const { operator } = await openCoinExchange(
      startServer,
      await startBitcoinNode(PAYMENT_NETWORKS.bitcoin),
    );
    for (const [code, count] of [
      ['LTC', 6],
      ['DOGE', 40],
      ['DASH', 6],
      ['BCH', 10],
    ] as const)
      expect(await operator.succeed(`currency ${code}`)).toMatch(new RegExp(`confirmations +${count}$`, 'm'));
  });
});
