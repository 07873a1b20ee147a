import { pbkdf2Sync } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { decimalToUnits } from '#core/exchange/amount.ts';
import { deriveAddress } from '#server/exchange/requisites/deriveAddress.ts';
import { parseExtendedKey } from '#server/exchange/requisites/extendedKey.ts';
import { relaxedLimits } from '../../../../support/relaxedLimits.ts';
import { TEST_START_TIME, type StartTestServer } from '../../../../support/testServer.ts';
import { createOperatorCalls } from '../../../support/operatorCalls.ts';
import { createPaymentWatch } from '../paymentWatch.ts';
import { CONFIRMATIONS, createPaidClaims } from '../watchedExchange.ts';
import { createCall, createTransfer, startTronNode, USDT } from './startTronNode.ts';

const ACCOUNT_KEY = HDKey.fromMasterSeed(pbkdf2Sync('tron payments', 'salt', 2048, 64, 'sha512')).derive(
  "m/44'/195'/0'",
).publicExtendedKey;
const verdict = parseExtendedKey('TRX', ACCOUNT_KEY);

/** The first address of the key, which no claim gets. */
export const FIRST_ADDRESS = deriveAddress('TRX', 'tron', verdict.ok ? verdict.chainKey : '', 0);

/** Converts an amount of TRX or USDT to the network's smallest units. */
export const toSun = (amount: string) => decimalToUnits(amount, 6);

/** Starts a node and a server that has read its block. */
export async function openTronExchange(startServer: StartTestServer, env: Record<string, string> = {}) {
  let now = () => TEST_START_TIME;
  const node = await startTronNode(() => now());
  const testServer = await startServer({ ...relaxedLimits, TRON_RPC_URL: node.url, ...env });
  ({ now } = testServer);
  const operator = createOperatorCalls(testServer);
  for (const code of ['TRX', 'USDTTRC20']) {
    await operator.succeed(`requisite add ${code} ${ACCOUNT_KEY} --address ${FIRST_ADDRESS}`);
    await operator.succeed(`currency ${code} confirmations ${CONFIRMATIONS}`);
  }
  const watch = createPaymentWatch(testServer, node.url, 'tron');
  await watch.check();
  const { db } = testServer.context;

  /** Mines a payment in a block of its own. Returns the reference. */
  function send(code: string, to: string, amount: string): string {
    const sent =
      code === 'TRX'
        ? createTransfer(to, toSun(amount))
        : createCall([{ contract: USDT, to, value: toSun(amount) }]);
    node.mine([sent]);
    return `${sent.id}:0`;
  }
  return {
    node,
    testServer,
    operator,
    ...watch,
    send,
    createClaim: createPaidClaims(testServer),
    /** Reads the last block, then mines the other confirmations and reads them. */
    async finalize() {
      await watch.check();
      for (let n = 1; n < CONFIRMATIONS; n++) node.mine();
      await watch.check();
    },
    listObserved: () => db.selectFrom('observed_payments').selectAll().orderBy('reference').execute(),
  };
}
