import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Address, beginCell, Cell } from '@ton/core';
import { toBase64, type TonTransaction } from './tonMessages.ts';

/** Ids of the networks. */
export const GLOBAL_IDS = { main: -239, test: -3 };

/** Logical time between blocks of the masterchain. Transactions of shards are in the first half. */
const LT_STEP = 2_000_000n;

/** Time between blocks, as if they had begun at the start of the index. */
const BLOCK_INTERVAL_MS = 400;

const MASTERCHAIN = { workchain: -1, shard: '8000000000000000' };

type Block = ReturnType<typeof createBlock>;

type Json = Readonly<Record<string, unknown>>;

/** A transaction in the chain of its account. */
interface StoredTransaction extends Json {
  account: string;
  hash: string;
  lt: string;
  mc_block_seqno: number;
}

/** A server with the API of an index, whose blocks the test makes. */
export interface TonIndex {
  url: string;
  /** Paths of the requests so far, with the key in the header. */
  requests: { path: string; key: string | undefined }[];
  /** Adds a block of the masterchain. `at`: its time. Returns the hashes of its transactions, hexadecimal. */
  mine: (transactions?: readonly TonTransaction[], at?: number) => string[];
  mineEmpty: (count: number) => void;
  /** Hides blocks with their transactions, as long as they are not stored. */
  hideBlocks: (seqnos: readonly number[]) => void;
  /** Hides transactions, or those of the newest blocks that another server has not stored yet. */
  hideTransactions: (isHidden: (transaction: StoredTransaction) => boolean) => void;
  /** Seqno of the newest block. */
  getHead: () => number;
  setGlobalId: (id: number) => void;
  /** Decimals of all jettons but USDT. */
  setDecimals: (decimals: number) => void;
  /** Sets the jetton wallet of an owner, instead of a random one. Both in raw form. */
  setWallet: (owner: string, wallet: string) => void;
  /** Changes what the index sends. */
  change: (change: (resource: string, body: string) => string | { status: number; body: string }) => void;
  close: () => Promise<void>;
}

/** Returns the wallet of an owner as the index does, in raw form. */
export const getWallet = (master: string, owner: string): string =>
  `0:${createHash('sha256')
    .update(`${Address.parse(master).toRawString()} ${owner}`)
    .digest('hex')}`;

const toHexHash = (hash: string) => Buffer.from(hash, 'base64').toString('hex');

/** Addresses of the index have capitals. */
const toIndexed = (raw: string) => raw.toUpperCase();

function createBlock(seqno: number, globalId: number, at: number) {
  const startLt = BigInt(seqno) * LT_STEP;
  return {
    ...MASTERCHAIN,
    seqno,
    root_hash: randomBytes(32).toString('base64'),
    file_hash: randomBytes(32).toString('base64'),
    global_id: globalId,
    gen_utime: String(Math.floor(at / 1_000)),
    start_lt: String(startLt),
    end_lt: String(startLt + 4n),
    tx_count: 3,
    masterchain_block_ref: { ...MASTERCHAIN, seqno },
    prev_blocks: [{ ...MASTERCHAIN, seqno: seqno - 1 }],
  };
}

/** Starts an index with one block. `now`: time of its blocks. */
export async function startTonIndex(now: () => number, port = 0): Promise<TonIndex> {
  let globalId = GLOBAL_IDS.main;
  let decimals = 9;
  let changeResponse: Parameters<TonIndex['change']>[0] = (_, body) => body;
  let hidden: readonly number[] = [];
  let isHidden: (transaction: StoredTransaction) => boolean = () => false;
  const wallets = new Map<string, string>();
  const requests: TonIndex['requests'] = [];
  const blocks: Block[] = [];
  const transactions: StoredTransaction[] = [];

  const listBlocks = () =>
    blocks.filter(({ seqno }) => !hidden.includes(seqno)).map(block => ({ ...block, global_id: globalId }));

  /** Those of one second are in no order. */
  function findBlocks(query: URLSearchParams) {
    const [seqno, startLt] = [query.get('seqno'), BigInt(query.get('start_lt') ?? 0)];
    expectQuery(query, MASTERCHAIN);
    return listBlocks()
      .filter(block => (seqno === null || block.seqno === Number(seqno)) && BigInt(block.start_lt) >= startLt)
      .toSorted((a, b) => Number(a.gen_utime) - Number(b.gen_utime) || b.seqno - a.seqno)
      .slice(0, Number(query.get('limit')));
  }

  function findTransactions(query: URLSearchParams) {
    expectQuery(query, { sort: 'desc' });
    const account = toIndexed(query.get('account') ?? '');
    const endLt = BigInt(query.get('end_lt') ?? 0);
    return transactions
      .filter(one => one.account === account && BigInt(one.lt) <= endLt)
      .filter(one => !hidden.includes(one.mc_block_seqno) && !isHidden(one))
      .toReversed()
      .slice(0, Number(query.get('limit')));
  }

  function runGetMethod(body: string) {
    const { address, stack } = JSON.parse(body) as { address: string; stack: [{ value: string }] };
    const owner = Cell.fromBase64(stack[0].value).beginParse().loadAddress().toRawString();
    const wallet = wallets.get(owner) ?? getWallet(address, owner);
    const value = toBase64(beginCell().storeAddress(Address.parseRaw(wallet)).endCell());
    return { gas_used: 7612, exit_code: 0, stack: [{ type: 'cell', value }] };
  }

  function respond(resource: string, query: URLSearchParams, body: string): unknown {
    if (resource === 'masterchainInfo') return { last: listBlocks().at(-1), first: listBlocks()[0] };
    if (resource === 'blocks') return { blocks: findBlocks(query) };
    if (resource === 'transactions') return { transactions: findTransactions(query), address_book: {} };
    if (resource === 'runGetMethod') return runGetMethod(body);
    return { jetton_masters: [{ jetton_content: { decimals: String(decimals) } }] };
  }

  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams, search } = new URL(request.url ?? '', 'http://index');
      const resource = pathname.replace('/api/v3/', '');
      requests.push({ path: pathname + search, key: request.headers['x-api-key'] as string | undefined });
      const sent = JSON.stringify(respond(resource, searchParams, await text(request)));
      const changed = changeResponse(resource, sent);
      const { status, body } = typeof changed === 'string' ? { status: 200, body: changed } : changed;
      response.writeHead(status).end(body);
    })();
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');

  function mine(
    added: readonly TonTransaction[] = [],
    at = now() + blocks.length * BLOCK_INTERVAL_MS,
  ): string[] {
    const seqno = (blocks.at(-1)?.seqno ?? 47_000_000) + 1;
    blocks.push(createBlock(seqno, globalId, at));
    return added.map(({ account: raw, ...one }, index) => {
      const account = toIndexed(raw);
      const previous = transactions.findLast(other => other.account === account);
      const hash = randomBytes(32).toString('base64');
      transactions.push({
        ...one,
        account,
        hash,
        lt: String(BigInt(seqno) * LT_STEP - LT_STEP / 2n + BigInt(index)),
        now: Math.floor(at / 1_000),
        mc_block_seqno: seqno,
        prev_trans_hash: previous?.hash ?? Buffer.alloc(32).toString('base64'),
        prev_trans_lt: previous?.lt ?? '0',
      });
      return toHexHash(hash);
    });
  }
  mine();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    mine,
    mineEmpty(count) {
      for (let n = 0; n < count; n++) mine();
    },
    hideBlocks: seqnos => void (hidden = seqnos),
    hideTransactions: hides => void (isHidden = hides),
    getHead: () => blocks.at(-1)?.seqno ?? 0,
    setGlobalId: id => void (globalId = id),
    setDecimals: count => void (decimals = count),
    setWallet: (owner, wallet) => void wallets.set(owner, wallet),
    change: change => void (changeResponse = change),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The index would answer another query in another way. */
function expectQuery(query: URLSearchParams, expected: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(expected))
    if (query.get(name) !== String(value)) throw new Error(`${name}=${query.get(name)}`);
}
