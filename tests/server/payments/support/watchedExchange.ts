import { pbkdf2Sync } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { decimalToUnits } from '#core/exchange/amount.ts';
import { deriveAddress } from '#server/exchange/requisites/deriveAddress.ts';
import { parseExtendedKey } from '#server/exchange/requisites/extendedKey.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import type { StartTestServer, TestServer } from '../../../support/testServer.ts';
import { createClaimDriver } from '../../support/claimDriver.ts';
import { createOperatorCalls } from '../../support/operatorCalls.ts';
import { TOKEN_DECIMALS, type DevNode } from './devNode.ts';
import { createPaymentWatch } from './paymentWatch.ts';

/** Confirmations that make a payment final in the tests. */
export const CONFIRMATIONS = 3;

/** An extended public key, and its first address. */
export const ACCOUNT_KEY = HDKey.fromMasterSeed(
  pbkdf2Sync('observed payments', 'salt', 2048, 64, 'sha512'),
).derive("m/44'/60'/0'").publicExtendedKey;
const verdict = parseExtendedKey('ETH', ACCOUNT_KEY);
export const FIRST_ADDRESS = deriveAddress('ETH', 'ethereum', verdict.ok ? verdict.chainKey : '', 0);

export const toWei = (amount: string) => decimalToUnits(amount, 18);
export const toTokenUnits = (amount: string) => decimalToUnits(amount, TOKEN_DECIMALS);

/** The commands that give each claim in the coin and in a token an address of its own. */
export const listSetUpCommands = (token: string, [coin, tokenCode] = ['ETH', 'USDTERC20']): string[] => [
  ...[coin, tokenCode].flatMap(code => [
    `requisite add ${code} ${ACCOUNT_KEY} --address ${FIRST_ADDRESS}`,
    `currency ${code} confirmations ${CONFIRMATIONS}`,
  ]),
  `currency ${tokenCode} contract ${token}`,
];

/** Starts a server that has read all blocks of the node. */
export async function openWatchedExchange(startServer: StartTestServer, node: DevNode, token: string) {
  const testServer = await startServer({ ...relaxedLimits, ETHEREUM_RPC_URL: node.url });
  const operator = createOperatorCalls(testServer);
  for (const command of listSetUpCommands(token)) await operator.succeed(command);
  const watch = createPaymentWatch(testServer, node.url);
  await watch.check();
  return { testServer, operator, ...watch, createClaim: createPaidClaims(testServer) };
}

/** Creates a function that creates claims with the address that each is paid to. */
export const createPaidClaims = (testServer: TestServer) => async (code: string, amount?: string) => {
  const driver = await createClaimDriver(testServer, code, 'SBERRUB', amount);
  const { pay_to } = await driver.fetchRow();
  const { value: address } = JSON.parse(pay_to ?? '') as { value: string };
  /** Statuses so far. */
  const listStatuses = async () => (await driver.fetchStatus()).history.map(({ status }) => status);
  return { ...driver, address, listStatuses };
};
