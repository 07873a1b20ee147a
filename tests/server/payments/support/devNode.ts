import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { findFreePort } from '#tools/programs/findFreePort.ts';

/** A local node of a network of its own (anvil), whose blocks the test mines. */
export interface DevNode {
  url: string;
  /** Calls a method. Rejects with the node's message. */
  call: <T = unknown>(method: string, ...params: unknown[]) => Promise<T>;
  /** Mines blocks, by default one. */
  mine: (count?: number) => Promise<void>;
  /** Sends `value` of the smallest units of the coin, and mines it. Returns the hash of the transaction. */
  sendCoin: (to: string, value: bigint) => Promise<string>;
  /** Sends tokens, in the contract's smallest units, in one transaction. Returns its hash. */
  sendTokens: (
    contract: string,
    ...payments: readonly (readonly [to: string, value: bigint])[]
  ) => Promise<string>;
  /** Deploys a token and returns its address in lower case. */
  deployToken: () => Promise<string>;
  stop: () => Promise<void>;
}

/** Decimals of the token below. */
export const TOKEN_DECIMALS = 6;

/**
 * A token without balances. A call with four bytes returns the decimals. Every other call emits
 * `Transfer(msg.sender, address, uint256)` for each pair of an address and an amount that follows the four bytes, as
 * `transfer(address,uint256)` does for one pair.
 */
const TOKEN_CODE = [
  '366004146043576004', // if calldatasize == 4: decimals; i = 4
  '5b80602001355f52', // loop: memory[0] = calldata[i + 32]
  '803533', // topics: calldata[i], caller
  '7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', // the signature of Transfer
  '60205fa3', // a log of 32 bytes with three topics
  '604001', // i += 64
  '80361160095700', // if calldatasize > i: loop; else stop
  '5b60065f5260205ff3', // decimals: return 6
].join('');

/** Copies the code that follows it, and returns it. */
const DEPLOY_CODE = `60${(TOKEN_CODE.length / 2).toString(16)}8060095f395ff3${TOKEN_CODE}`;

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** The program itself: the package's script starts it as a child, which would survive a kill of the script. */
const findProgram = () =>
  createRequire(import.meta.url).resolve(
    `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`,
  );

/** Starts a node without blocks other than the first. Throws its output if it does not start in 60 s. */
export async function startDevNode({
  chainId = 1,
  port,
}: { chainId?: number; port?: number } = {}): Promise<DevNode> {
  const usedPort = port ?? (await findFreePort());
  const args = ['--port', String(usedPort), '--chain-id', String(chainId), '--no-mining', '--silent'];
  const child = spawn(findProgram(), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  const exited = once(child, 'exit');
  child.once('error', error => (output += error.message));
  const url = `http://127.0.0.1:${usedPort}`;

  async function call<T>(method: string, ...params: unknown[]): Promise<T> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const answer = (await response.json()) as { result?: T; error?: { message: string } };
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result as T;
  }

  const deadline = performance.now() + 60_000;
  while (!(await call('eth_chainId').catch(() => null))) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`anvil did not start on ${process.platform} ${process.arch}: ${output}`);
    await setTimeout(20);
  }
  const [from = ''] = await call<string[]>('eth_accounts');
  const mine = async (count = 1) => void (await call('anvil_mine', toHex(count)));
  async function send(transaction: Record<string, string>): Promise<string> {
    const hash = await call<string>('eth_sendTransaction', { from, gas: toHex(1_000_000), ...transaction });
    await mine();
    return hash;
  }
  return {
    url,
    call,
    mine,
    sendCoin: (to, value) => send({ to, value: toHex(value) }),
    sendTokens: (to, ...payments) =>
      send({
        to,
        data: `0xa9059cbb${payments.map(([account, value]) => toWord(account) + toWord(toHex(value))).join('')}`,
      }),
    async deployToken() {
      const hash = await send({ data: `0x${DEPLOY_CODE}` });
      return (await call<{ contractAddress: string }>('eth_getTransactionReceipt', hash)).contractAddress;
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

const toHex = (value: number | bigint): string => `0x${value.toString(16)}`;

/** Pads an address or a number to 32 bytes. */
const toWord = (hex: string): string => hex.slice(2).toLowerCase().padStart(64, '0');
