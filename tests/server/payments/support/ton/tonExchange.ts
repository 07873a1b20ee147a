import { Address } from '@ton/core';
import { decimalToUnits } from '#core/exchange/amount.ts';
import { relaxedLimits } from '../../../../support/relaxedLimits.ts';
import { TEST_START_TIME, type StartTestServer } from '../../../../support/testServer.ts';
import { createOperatorCalls } from '../../../support/operatorCalls.ts';
import { createPaymentWatch } from '../paymentWatch.ts';
import { createPaidClaims } from '../watchedExchange.ts';
import { getWallet, startTonIndex } from './startTonIndex.ts';
import { createComment, createInternalTransfer, createTransaction } from './tonMessages.ts';

/** The master of USDT. */
const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';

/** The master of another jetton. */
export const OTHER_MASTER = 'EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT';

/** The address of the exchange, in the form of each currency. */
const OWNER = Address.parseRaw(`0:${'5a'.repeat(32)}`);
export const ADDRESSES = {
  TON: OWNER.toString({ bounceable: false }),
  USDTTON: OWNER.toString(),
};
export const ACCOUNT = OWNER.toRawString();
export const WALLET = getWallet(USDT, ACCOUNT);

export const toNanotons = (amount: string) => decimalToUnits(amount, 9);
export const toJettons = (amount: string) => decimalToUnits(amount, 6);

/** A payment with a comment. */
export const createPayment = (code: string, amount: string, comment: string) =>
  code === 'TON'
    ? createTransaction(ACCOUNT, toNanotons(amount), createComment(comment))
    : createTransaction(
        WALLET,
        50_000_000n,
        createInternalTransfer(toJettons(amount), createComment(comment)),
      );

/** The commands that let claims share the address. */
export const SET_UP_COMMANDS = Object.entries(ADDRESSES).map(
  ([code, address]) => `requisite add ${code} ${address}`,
);

/** Lists the commands that switch off the addresses of a new exchange, from the output of `requisites`. */
export const listDemoCommands = (requisites: string): string[] =>
  Array.from(requisites.matchAll(/^ *(\d+) .*DEMO-(?:USDT)?TON-/gm), ([, id]) => `requisite ${id} off`);

/** Starts an index and a server that has read its block. */
export async function openTonExchange(startServer: StartTestServer, env: Record<string, string> = {}) {
  let now = () => TEST_START_TIME;
  const index = await startTonIndex(() => now());
  const testServer = await startServer({
    ...relaxedLimits,
    TON_API_URL: index.url,
    // More requests in a second.
    TON_API_KEY: 'k3y',
    ...env,
  });
  ({ now } = testServer);
  const { db } = testServer.context;
  const operator = createOperatorCalls(testServer);
  // No wallet pays to the addresses of the demo.
  await db
    .updateTable('payment_requisites')
    .set({ active: 0n })
    .where('value', 'like', 'DEMO-%TON-%')
    .execute();
  for (const command of SET_UP_COMMANDS) await operator.succeed(command);
  const watch = createPaymentWatch(testServer, index.url, 'ton');
  await watch.check();
  const createClaim = createPaidClaims(testServer);
  return {
    index,
    testServer,
    operator,
    ...watch,
    /** Creates a claim with its comment. */
    async createClaim(code: string, amount?: string) {
      const claim = await createClaim(code, amount);
      const { pay_to } = await claim.fetchRow();
      const { memo } = JSON.parse(pay_to ?? '') as { memo: { value: string } };
      return { ...claim, comment: memo.value };
    },
    /** Adds a block with a payment. Returns the reference. */
    send(code: string, amount: string, comment: string): string {
      return `${index.mine([createPayment(code, amount, comment)])[0]}:0`;
    },
    listObserved: () =>
      db
        .selectFrom('observed_payments')
        .selectAll()
        .orderBy('height')
        .orderBy('amount')
        .orderBy('reference')
        .execute(),
  };
}
