import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/database.ts';
import { createCrashDatabase, CRASH_DATABASE_NAME, type CrashDatabase } from './support/crashDatabase.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { startDevNode, type DevNode } from './support/devNode.ts';
import {
  createPaidClaim,
  createWatchedProcess,
  setUpExchange,
  waitFor,
  type PaidClaim,
} from './support/watchedProcess.ts';
import { CONFIRMATIONS, listSetUpCommands, toTokenUnits } from './support/watchedExchange.ts';

const KILL_ROUNDS = 4;
const CLAIMS_PER_ROUND = 20;

let node: DevNode;
let token: string;
let database: CrashDatabase;
beforeAll(async () => {
  node = await startDevNode();
  token = await node.deployToken();
  database = await createCrashDatabase();
});
afterAll(async () => {
  await node.stop();
  await database.remove();
});

/** Reads the database of a server that does not run. */
async function readPayments() {
  const { db, close } = await openDatabase(database.open);
  try {
    await expectBalancedLedger(db);
    return await db.selectFrom('payments').select(['claim_id', 'amount', 'reference']).execute();
  } finally {
    await close();
  }
}

test(
  `${CRASH_DATABASE_NAME}: a server killed ${KILL_ROUNDS} times while it records payments loses and doubles none`,
  { timeout: 400_000 },
  async () => {
    const server = await createWatchedProcess(database, node.url);
    await server.start();
    try {
      await setUpExchange(server, listSetUpCommands(token));
      await server.runOperator('reserve', 'SBERRUB', '1000000000', '--force');
      const expected: { claim_id: string; amount: bigint; reference: string }[] = [];
      let partlyRecorded = 0;
      for (let round = 0; round < KILL_ROUNDS; round++) {
        const claims: PaidClaim[] = [];
        for (let n = 0; n < CLAIMS_PER_ROUND; n++)
          claims.push(await createPaidClaim(server, 'USDTERC20', String(100 + n)));
        const transaction = await node.sendTokens(
          token,
          ...claims.map(({ address, fromSumma }) => [address, toTokenUnits(fromSumma)] as const),
        );
        for (const [index, { id, fromSumma }] of claims.entries())
          expected.push({
            claim_id: id,
            amount: toTokenUnits(fromSumma) / 10_000n,
            reference: `${transaction}:${index}`,
          });
        await node.mine(CONFIRMATIONS);
        // The first of them: the others are being recorded.
        await waitFor(async () => (await claims[0]?.fetchStatus(server))?.status === 'aml');
        await server.kill();
        const recorded = (await readPayments()).length;
        if (recorded < expected.length) partlyRecorded++;
        await server.start();
        await waitFor(async () => {
          const statuses = await Promise.all(claims.map(claim => claim.fetchStatus(server)));
          return statuses.every(({ status }) => status === 'aml');
        });
      }
      await server.stop();
      const sortByReference = (rows: typeof expected) =>
        rows.toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
      expect(sortByReference(await readPayments())).toEqual(sortByReference(expected));
      expect(partlyRecorded).toBeGreaterThan(0);
    } finally {
      await server.kill();
    }
  },
);
