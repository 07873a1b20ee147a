import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import recordedBlock from './block.json' with { type: 'json' };
import constantCall from './constantCall.json' with { type: 'json' };
import contractCall from './contractCall.json' with { type: 'json' };
import failedInfo from './failedInfo.json' with { type: 'json' };
import recordedInfos from './infos.json' with { type: 'json' };

/** Ids of the first blocks of networks. Those of the test networks are as published by Remix. */
export const GENESIS_IDS = {
  main: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
  nile: '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc',
  shasta: '0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e',
};

/** Topics of events. */
export const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
export const APPROVAL = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';

/** Contract of USDT. */
export const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

type Json = Readonly<Record<string, unknown>>;

/** A transaction with its result, in the forms of a node. `contractRet` of a failed one is not SUCCESS. */
export interface TronTransaction {
  id: string;
  transaction: Json;
  info: Json;
}

/** A block as a node sends it, with the results of its transactions. */
interface TronBlock {
  block: Json & { blockID: string };
  infos: readonly Json[];
}

/** An event of a contract. */
export interface TronEvent {
  contract: string;
  to: string;
  value: bigint;
  topic?: string;
}

const toAccount = (address: string) => bytesToHex(createBase58check(sha256).decode(address)).slice(2);
const toWord = (hex: string) => hex.padStart(64, '0');

/** Creates a transaction that sends TRX; `amount` in sun. */
export function createTransfer(to: string, amount: bigint, contractRet = 'SUCCESS'): TronTransaction {
  const [, recorded] = recordedBlock.transactions;
  const [, , info] = recordedInfos;
  const id = randomBytes(32).toString('hex');
  const [contract] = recorded?.raw_data.contract ?? [];
  const value = { ...contract?.parameter.value, to_address: `41${toAccount(to)}`, amount };
  const parameter = { ...contract?.parameter, value };
  const raw_data = { ...recorded?.raw_data, contract: [{ ...contract, parameter }] };
  return {
    id,
    transaction: { ...recorded, txID: id, ret: [{ contractRet }], raw_data },
    info: { ...info, id },
  };
}

/** Creates a call of a contract with its events. */
export function createCall(events: readonly TronEvent[], contractRet = 'SUCCESS'): TronTransaction {
  const [recorded] = recordedInfos;
  const id = randomBytes(32).toString('hex');
  const log = events.map(({ contract, to, value, topic = TRANSFER }) => ({
    address: toAccount(contract),
    topics: [topic, toWord('e5079969b8e71d3c8604a106819aef82cea0c55a'), toWord(toAccount(to))],
    data: toWord(value.toString(16)),
  }));
  return {
    id,
    transaction: { ...contractCall, txID: id, ret: [{ contractRet }] },
    info:
      contractRet === 'SUCCESS'
        ? { ...recorded, id, log }
        : { ...failedInfo, id, receipt: { ...failedInfo.receipt, result: contractRet } },
  };
}

/** Returns the recorded results of block 84940364 with transactions to which they belong. */
export const listRecordedCalls = (): TronTransaction[] =>
  recordedInfos.map(info => ({
    id: info.id,
    transaction: { ...contractCall, txID: info.id },
    info,
  }));

/** A server with the HTTP API of a node, whose blocks the test mines. */
export interface TronNode {
  url: string;
  /** Paths of the requests so far, with the key in the header of TronGrid. */
  requests: { path: string; key: string | undefined }[];
  /** Mines a block. `at`: its time. Returns its height. */
  mine: (transactions?: readonly TronTransaction[], at?: number) => number;
  mineRecorded: () => void;
  /** Removes the last blocks. */
  removeBlocks: (count: number) => void;
  setGenesis: (id: string) => void;
  /** Decimals of all contracts. */
  setDecimals: (decimals: number) => void;
  /** Changes what the node sends. */
  change: (change: (method: string, body: string) => string | { status: number; body: string }) => void;
  close: () => Promise<void>;
}

/** Starts a node whose newest block is the one before the recorded block. `now`: time of its blocks. */
export async function startTronNode(now: () => number): Promise<TronNode> {
  const { parentHash: firstId, number: recordedHeight } = recordedBlock.block_header.raw_data;
  let genesis = GENESIS_IDS.main;
  let decimals = 6;
  let changeResponse: Parameters<TronNode['change']>[0] = (_, body) => body;
  const requests: TronNode['requests'] = [];
  const firstHeight = recordedHeight - 1;
  const blocks: TronBlock[] = [];

  function createBlock(id: string, transactions: readonly TronTransaction[], at: number): TronBlock {
    const header = {
      number: firstHeight + blocks.length,
      parentHash: blocks.at(-1)?.block.blockID,
      timestamp: at,
    };
    const raw_data = {
      ...recordedBlock.block_header.raw_data,
      ...header,
      ...(!header.parentHash && { parentHash: randomBytes(32).toString('hex') }),
    };
    const sent = transactions.map(({ transaction }) => transaction);
    return {
      block: {
        blockID: id,
        block_header: { ...recordedBlock.block_header, raw_data },
        // A block without transactions has no list of them.
        ...(sent.length > 0 && { transactions: sent }),
      },
      infos: transactions.map(({ info }) => info),
    };
  }

  function respond(method: string, params: Json): unknown {
    if (method === 'getnowblock') return blocks.at(-1)?.block;
    const height = Number(params.num);
    const found = blocks[height - firstHeight];
    if (method === 'getblockbynum') return height === 0 ? { blockID: genesis } : (found?.block ?? {});
    if (method === 'gettransactioninfobyblocknum') return found?.infos ?? [];
    return { ...constantCall, constant_result: [toWord(decimals.toString(16))] };
  }

  const server = createServer((request, response) => {
    void (async () => {
      const { url: path = '', headers } = request;
      requests.push({ path, key: headers['tron-pro-api-key'] as string | undefined });
      const params = JSON.parse(await readBody(request)) as Json;
      const method = path.split('/').at(-1) ?? '';
      const changed = changeResponse(method, formatJson(respond(method, params)));
      const { status, body } = typeof changed === 'string' ? { status: 200, body: changed } : changed;
      response.writeHead(status).end(body);
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  blocks.push(createBlock(firstId, [], now()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    mine(transactions = [], at = now()) {
      const height = firstHeight + blocks.length;
      const id = toBlockId(height);
      blocks.push(createBlock(id, transactions, at));
      return height;
    },
    mineRecorded() {
      const [, , info] = recordedInfos;
      const infos = recordedBlock.transactions.map(({ txID: id }) => ({ ...info, id }));
      blocks.push({ block: recordedBlock, infos });
    },
    removeBlocks: count => void blocks.splice(-count),
    setGenesis: id => void (genesis = id),
    setDecimals: count => void (decimals = count),
    change: change => void (changeResponse = change),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The id of a block starts with its height. */
const toBlockId = (height: number) => height.toString(16).padStart(16, '0') + randomBytes(24).toString('hex');

/** Formats as a node does: amounts are numbers of any size. */
const formatJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `#${part}#` : part)).replace(
    /"#(\d+)#"/g,
    '$1',
  );

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}
