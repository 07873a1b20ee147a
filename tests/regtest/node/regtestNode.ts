// A full node of Bitcoin's regtest with a wallet, which mines. Started in a folder with bcoin.
import { createRequire } from 'node:module';

// It has no types.
const { Address, FullNode, KeyRing, MTX } = createRequire(`${process.cwd()}/`)('bcoin');

const [httpPort, apiKey, ownHeight, ownHash] = process.argv.slice(2);
const FEE = 10_000;

/** Blocks until the wallet can spend what it got for the first one. */
const FIRST_BLOCKS = 101;

/** Coins of the wallet, of which a payment spends one, and their satoshis. The rest of 50 bitcoins is the fee. */
const COINS = 50;
const COIN_VALUE = 99_999_000;

async function main() {
  const node = new FullNode({
    network: 'regtest',
    memory: true,
    workers: false,
    listen: false,
    httpHost: '127.0.0.1',
    httpPort: Number(httpPort),
    apiKey,
  });
  await node.open();
  const { chain, mempool, miner, rpc } = node;
  const key = KeyRing.generate();
  const own = key.getAddress();
  miner.addresses = [own];
  let spent = 0;

  async function mine(count: number) {
    for (let mined = 0; mined < count; mined++) await chain.add(await miner.cpu.mineBlock());
    return null;
  }
  /** Signs a transaction that spends a coin. */
  function sign(index: number, address: unknown, value: number) {
    const transaction = new MTX();
    transaction.addTX(coins, index, FIRST_BLOCKS + 1);
    transaction.addOutput(address, value);
    transaction.addOutput(own, COIN_VALUE - value - FEE);
    transaction.sign(key);
    return transaction;
  }
  /** Signs the transaction that makes the coins, and mines it. */
  async function createCoins() {
    const { txs } = await chain.getBlock(await chain.getHash(1));
    const transaction = new MTX();
    transaction.addTX(txs[0], 0, 1);
    for (let index = 0; index < COINS; index++) transaction.addOutput(own, COIN_VALUE);
    transaction.sign(key);
    const made = transaction.toTX();
    await mempool.addTX(made);
    await mine(1);
    return made;
  }
  await mine(FIRST_BLOCKS);
  const coins = await createCoins();
  const calls = {
    mine: ([count]: [number]) => mine(count),
    /** Pays satoshis to an address of Bitcoin, whose script is the same here. Returns the id and the coin's index. */
    async pay([address, value]: [string, number]) {
      const coin = spent++;
      const transaction = sign(coin, Address.fromString(address, 'main'), value).toTX();
      await mempool.addTX(transaction);
      return { id: transaction.txid(), coin };
    },
    /** Replaces the newest blocks by a branch with one more, in which the wallet pays a coin to itself. */
    async replaceBlocks([count, coin]: [number, number]) {
      let tip = await chain.getEntry(chain.height - count);
      for (let added = 0; added <= count; added++) {
        const job = await miner.cpu.createJob(tip);
        if (added === 0) {
          const transaction = sign(coin, own, FEE);
          job.addTX(transaction.toTX(), transaction.view);
          job.refresh();
        }
        tip = await chain.add(await job.mineAsync());
      }
      return null;
    },
  };
  for (const [name, call] of Object.entries(calls)) rpc.add(name, call);
  // The exchange accepts no test network, so this node has the one block that shows it Bitcoin.
  const { getblockhash } = rpc.calls;
  rpc.calls.getblockhash = (params: [number], help: boolean) =>
    params[0] === Number(ownHeight) ? ownHash : getblockhash.call(rpc, params, help);
  console.log('ready');
}

await main();
