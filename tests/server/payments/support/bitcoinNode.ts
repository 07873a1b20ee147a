import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BitcoinNetwork } from '#server/exchange/catalogue/paymentNetworks.ts';
import { createBlock, createTransaction, serializeBlock, type Block, type Output } from './bitcoinBlocks.ts';

/** User and password of the node; the password must be encoded in an address. */
const USER = 'exchange';
const PASSWORD = 'k3y/0f@the:n0de';

/** Blocks between the one that identifies the network and the first one that the node has in full. */
const SKIPPED_BLOCKS = 1_000;

/** An address of another person in each coin. */
const MINER_ADDRESSES: Readonly<Record<string, string>> = {
  BTC: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  LTC: 'LM3fPypNFaRtTZdEgn8UU6MzFb1qECPcnu',
  DOGE: 'DRh29GcLKUE9shKjUYtQeqQMCdw3URtL96',
  DASH: 'XwfMvSe4TcL9EuMjwzZqt6yE7wPQ9UfNsA',
  BCH: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
};

interface RpcRequest {
  id: unknown;
  method: string;
  params: unknown[];
}

/** Changes the result of a method; a promise delays it. */
type ResultChange = (result: unknown) => unknown;

/** Answers the calls of Bitcoin Core 0.14 to 27, whose errors have the status 500, for a chain of serialized blocks. */
export interface BitcoinNode {
  /** With user and password. */
  url: string;
  /** Adds a transaction that waits for a block, instead of the one that it replaces. Returns its id. */
  broadcast: (outputs: readonly Output[], replaced?: string) => string;
  /** Drops a transaction that waits. */
  drop: (id: string) => void;
  /** Adds blocks; what waits is in the first one. The miner of it is paid at `minerAddress`. */
  mine: (count?: number, minerAddress?: string) => void;
  /** Adds blocks without what waits. */
  mineWithout: (count: number) => void;
  /** Removes the newest blocks. Their transactions wait again. */
  removeBlocks: (count: number) => void;
  /** Makes the node report that it has not read the chain. */
  setSyncing: (isSyncing: boolean) => void;
  /** Changes the results of a method, or of none. */
  change: (method: string | null, change?: ResultChange) => void;
  /** Number of requests so far, a batch as one. */
  countRequests: () => number;
  stop: () => Promise<void>;
}

class RpcFailure extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Starts a node with one block. */
export async function startBitcoinNode(network: BitcoinNetwork): Promise<BitcoinNode> {
  const isSegwit = network.blockFormat === 'segwit';
  const firstHeight = network.ownBlock.height + SKIPPED_BLOCKS;
  const now = () => Math.floor(Date.now() / 1_000);
  const minerAddress = MINER_ADDRESSES[network.coin] ?? '';
  const createMined = (parent: string, transactions: Block['transactions'], address: string) =>
    createBlock(parent, now(), [createTransaction([[address, '6.25']], isSegwit), ...transactions]);
  let chain = [createMined('00'.repeat(32), [], minerAddress)];
  let waiting: Block['transactions'] = [];
  let isSyncing = false;
  let changed: { method: string | null; change: ResultChange } = { method: null, change: result => result };
  let requests = 0;

  function getTip(): Block {
    const tip = chain.at(-1);
    if (!tip) throw new Error('all blocks are removed');
    return tip;
  }
  function findBlock(hash: unknown) {
    const index = chain.findIndex(block => block.hash === hash);
    const block = chain[index];
    if (!block) throw new RpcFailure(-5, 'Block not found');
    return { block, height: firstHeight + index, parent: chain[index - 1] };
  }
  const methods: Readonly<Record<string, (...params: unknown[]) => unknown>> = {
    getblockchaininfo: () => ({
      chain: 'main',
      blocks: firstHeight + chain.length - 1,
      headers: firstHeight + chain.length - 1,
      bestblockhash: getTip().hash,
      difficulty: 34_244_331_613_176.18,
      initialblockdownload: isSyncing,
      pruned: false,
    }),
    getblockhash(height) {
      if (height === network.ownBlock.height) return network.ownBlock.hash;
      const block = chain[Number(height) - firstHeight];
      if (!block) throw new RpcFailure(-8, 'Block height out of range');
      return block.hash;
    },
    getblockheader(hash) {
      const { block, height, parent } = findBlock(hash);
      return { hash, confirmations: 1, height, time: block.time, previousblockhash: parent?.hash };
    },
    getblock(hash, verbosity) {
      if (verbosity !== false) throw new RpcFailure(-1, 'JSON value is not a boolean as expected');
      return serializeBlock(findBlock(hash).block).toString('hex');
    },
    getmempoolinfo: () => ({ loaded: true, size: waiting.length }),
    getrawmempool: () => waiting.map(({ id }) => id),
    getrawtransaction(id) {
      const found = waiting.find(transaction => transaction.id === id);
      if (!found) throw new RpcFailure(-5, 'No such mempool transaction. Use -txindex');
      return found.bytes.toString('hex');
    },
  };
  async function answer({ id, method, params }: RpcRequest) {
    try {
      const result = methods[method]?.(...params);
      if (result === undefined) throw new RpcFailure(-32_601, 'Method not found');
      return { result: method === changed.method ? await changed.change(result) : result, error: null, id };
    } catch (error) {
      if (!(error instanceof RpcFailure)) throw error;
      return { result: null, error: { code: error.code, message: `${error.message} ${PASSWORD}` }, id };
    }
  }
  const authorization = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
  const server = createServer((request, response) => {
    void (async () => {
      requests++;
      let body = '';
      for await (const chunk of request) body += String(chunk);
      if (request.headers.authorization !== authorization) return void response.writeHead(401).end();
      const given = JSON.parse(body) as RpcRequest | RpcRequest[];
      const answered = await (Array.isArray(given) ? Promise.all(given.map(answer)) : answer(given));
      const isRefused = !Array.isArray(answered) && answered.error !== null;
      response.writeHead(isRefused ? 500 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answered));
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/`,
    broadcast(outputs, replaced) {
      const transaction = createTransaction(outputs, isSegwit);
      waiting = [...waiting.filter(({ id }) => id !== replaced), transaction];
      return transaction.id;
    },
    drop: dropped => void (waiting = waiting.filter(({ id }) => id !== dropped)),
    mine(count = 1, address = minerAddress) {
      for (let mined = 0; mined < count; mined++) {
        chain.push(createMined(getTip().hash, waiting, address));
        waiting = [];
      }
    },
    mineWithout(count) {
      for (let mined = 0; mined < count; mined++) chain.push(createMined(getTip().hash, [], minerAddress));
    },
    removeBlocks(count) {
      const removed = chain.slice(-count);
      chain = chain.slice(0, -count);
      waiting = [...waiting, ...removed.flatMap(({ transactions }) => transactions.slice(1))];
    },
    setSyncing: value => void (isSyncing = value),
    change: (method, change = result => result) => void (changed = { method, change }),
    countRequests: () => requests,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
