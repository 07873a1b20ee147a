import { sql } from 'kysely';
import { isClosedStatus } from '#core/claim/status.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { BenchDatabase } from './benchDatabase.ts';
import type { LoadResult } from './loadRecorder.ts';

/**
 * Compares the database with the responses of a load that began at `startedAt` (milliseconds). Returns one sentence for
 * each problem: a claim that is missing or exists twice, a reserve that differs from its ledger or its open claims.
 */
export async function checkData(
  { location }: BenchDatabase,
  load: LoadResult,
  startedAt: number,
): Promise<string[]> {
  const { db, close } = await openDatabase(location);
  try {
    return [...(await checkClaims(db, load, startedAt)), ...(await checkReserves(db))];
  } finally {
    await close();
  }
}

async function checkClaims(
  db: Db,
  { acknowledged, uncertainCount }: LoadResult,
  startedAt: number,
): Promise<string[]> {
  const since = BigInt(startedAt);
  const claims = await db.selectFrom('claims').select('id').where('created_at', '>=', since).execute();
  const keys = await db
    .selectFrom('idempotency_keys')
    .select(['key', 'claim_id'])
    .where('scope', '=', 'claim')
    .where('at', '>=', since)
    .execute();
  const claimIds = new Set(claims.map(({ id }) => id));
  const claimIdByKey = new Map(keys.map(({ key, claim_id }) => [key, claim_id]));
  const acknowledgedIds = new Set(acknowledged.map(({ id }) => id));
  const missing = acknowledged.filter(({ key, id }) => !claimIds.has(id) || claimIdByKey.get(key) !== id);
  const repeatedCount = acknowledged.length - acknowledgedIds.size;
  const unknownCount = claims.filter(({ id }) => !acknowledgedIds.has(id)).length;
  return [
    missing.length > 0 && `${missing.length} claims with a 201 are not in the database under their key`,
    repeatedCount > 0 && `${repeatedCount} responses have the claim of another request`,
    unknownCount > uncertainCount &&
      `${unknownCount} claims without a 201, but only ${uncertainCount} requests with an unknown outcome`,
  ].filter(problem => problem !== false);
}

async function checkReserves(db: Db): Promise<string[]> {
  const reserves = await db.selectFrom('reserves').selectAll().execute();
  const ledger = await db
    .selectFrom('reserve_entries')
    .select('currency_id')
    .select([
      sql<bigint>`cast(sum(amount_change) as bigint)`.as('amount'),
      sql<bigint>`cast(sum(held_change) as bigint)`.as('held'),
    ])
    .groupBy('currency_id')
    .execute();
  const claims = await db
    .selectFrom('claims')
    .select(['to_id', 'status'])
    .select(sql<bigint>`cast(sum(to_amount) as bigint)`.as('amount'))
    .groupBy(['to_id', 'status'])
    .execute();
  return reserves.flatMap(({ currency_id: id, amount, held }) => {
    const amounts = ledger.find(({ currency_id }) => currency_id === id);
    const openSum = claims
      .filter(({ to_id, status }) => to_id === id && !isClosedStatus(status))
      .reduce((sum, claim) => sum + claim.amount, 0n);
    return [
      amount !== (amounts?.amount ?? 0n) &&
        `reserve of currency ${id}: amount ${amount}, ledger ${amounts?.amount}`,
      held !== (amounts?.held ?? 0n) && `reserve of currency ${id}: held ${held}, ledger ${amounts?.held}`,
      held !== openSum && `reserve of currency ${id}: held ${held}, open claims ${openSum}`,
    ].filter(problem => problem !== false);
  });
}
