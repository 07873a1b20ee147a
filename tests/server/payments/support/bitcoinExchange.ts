import { pbkdf2Sync } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { deriveAddress, listAddressFormats } from '#server/exchange/requisites/deriveAddress.ts';
import { parseExtendedKey } from '#server/exchange/requisites/extendedKey.ts';
import type { NodeName } from '#server/platform/config/nodeSettings.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import type { StartTestServer } from '../../../support/testServer.ts';
import { createOperatorCalls } from '../../support/operatorCalls.ts';
import type { BitcoinNode } from './bitcoinNode.ts';
import { createPaymentWatch } from './paymentWatch.ts';
import { CONFIRMATIONS, createPaidClaims } from './watchedExchange.ts';

/** Returns an extended public key for a coin, and its first address. */
export function createAccountKey(code: string): { key: string; address: string } {
  const master = HDKey.fromMasterSeed(pbkdf2Sync(`observed payments ${code}`, 'salt', 2048, 64, 'sha512'));
  const key = master.derive("m/44'/0'/0'").publicExtendedKey;
  const verdict = parseExtendedKey(code, key);
  const [format] = listAddressFormats(code);
  if (!verdict.ok || !format) throw new Error(`${code} has no keys`);
  return { key, address: deriveAddress(code, format, verdict.chainKey, 0) };
}

/** The commands that give each claim in a coin an address of its own. */
export function listCoinCommands(code: string): string[] {
  const { key, address } = createAccountKey(code);
  return [
    `requisite add ${code} ${key} --address ${address}`,
    `currency ${code} confirmations ${CONFIRMATIONS}`,
  ];
}

/** Starts a server that has read all blocks of the node. */
export async function openCoinExchange(
  startServer: StartTestServer,
  node: BitcoinNode,
  code = 'BTC',
  network: NodeName = 'bitcoin',
) {
  const testServer = await startServer(relaxedLimits);
  const operator = createOperatorCalls(testServer);
  for (const command of listCoinCommands(code)) await operator.succeed(command);
  const watch = createPaymentWatch(testServer, node.url, network);
  await watch.check();
  return { testServer, operator, ...watch, createClaim: createPaidClaims(testServer) };
}
