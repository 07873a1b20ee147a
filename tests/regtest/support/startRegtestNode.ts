import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PAYMENT_NETWORKS } from '#server/exchange/catalogue/paymentNetworks.ts';
import { createNestedNpmEnvironment } from '#tools/package.ts';
import { findFreePort } from '#tools/programs/findFreePort.ts';

const nodeFolder = fileURLToPath(new URL('../node/', import.meta.url));

/** A payment that the wallet has sent. `coin`: index of the coin that it spends. */
interface SentPayment {
  id: string;
  coin: number;
}

/** A full node of Bitcoin's regtest (bcoin) with the wallet of a client. */
export interface RegtestNode {
  /** With user and password. */
  url: string;
  /** Mines blocks, with what waits. */
  mine: (count: number) => Promise<null>;
  /** Signs a transaction to an address of Bitcoin, over satoshis, and sends it to the node. */
  pay: (address: string, satoshis: number) => Promise<SentPayment>;
  /** Replaces the newest blocks by a longer branch, in which the wallet pays this coin to itself. */
  replaceBlocks: (count: number, coin: number) => Promise<null>;
  stop: () => Promise<void>;
}

/** Installs bcoin into a temporary folder and starts it. Throws the reason if there is no node here. */
export async function startRegtestNode(): Promise<RegtestNode> {
  const folder = mkdtempSync(join(tmpdir(), 'razmen-regtest-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    for (const name of ['package.json', 'package-lock.json']) cpSync(nodeFolder + name, join(folder, name));
    const options = { cwd: folder, env: createNestedNpmEnvironment(), shell: process.platform === 'win32' };
    // Its native modules are not compiled.
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    await promisify(execFile)('npm', ['ci', ...flags], options);
    // LevelDB, which is loaded but not used: the blocks are in memory.
    writeFileSync(join(folder, 'node_modules/leveldown/leveldown.js'), '');
    return await startNode(folder, remove);
  } catch (error) {
    remove();
    throw error;
  }
}

async function startNode(folder: string, remove: () => void): Promise<RegtestNode> {
  const port = await findFreePort();
  const key = randomUUID();
  const { height, hash } = PAYMENT_NETWORKS.bitcoin.ownBlock;
  const args = [`${nodeFolder}regtestNode.ts`, String(port), key, String(height), hash];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    // Without its native modules it uses its JavaScript.
    env: { ...process.env, NODE_BACKEND: 'js' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let output = '';
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  const isReady = await Promise.race([once(child.stdout, 'data').then(() => true), exited.then(() => false)]);
  if (!isReady) throw new Error(`bcoin did not start: ${output}`);
  async function call<T>(method: string, ...params: unknown[]): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`exchange:${key}`)}` },
      body: JSON.stringify({ id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as { result: T; error: { message: string } | null };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }
  return {
    url: `http://exchange:${key}@127.0.0.1:${port}/`,
    mine: count => call('mine', count),
    pay: (address, satoshis) => call('pay', address, satoshis),
    replaceBlocks: (count, coin) => call('replaceBlocks', count, coin),
    async stop() {
      child.kill('SIGKILL');
      await exited;
      remove();
    },
  };
}
