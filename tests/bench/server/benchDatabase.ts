import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { UNPAYABLE_ADDRESS_SUFFIX } from '#core/claim/paymentUri.ts';
import { setReserve } from '#server/exchange/catalogue/reserveLedger.ts';
import { seedDatabase } from '#server/exchange/catalogue/seedDatabase.ts';
import type { Config } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { DialectName } from '#server/platform/database/schema.ts';
import { TEST_ACCOUNT_KEY } from '#tests/support/accountKeys.ts';

/** A database of the exchange, for one load. */
export interface BenchDatabase {
  dialect: DialectName;
  location: Pick<Config, 'dataDir' | 'databaseUrl'>;
  /** Environment variables of its servers. */
  env: Record<string, string>;
}

/** Reserve of each currency in its smallest units: more than any load can hold. */
const RESERVE_UNITS = 10n ** 17n;

/** Payment requisites of each currency, besides those of the seed. */
const REQUISITE_NUMBERS = ['11', '12', '13', '14', '15', '16', '17'];

/** The columns of a payment requisite without its id. */
const COPIED_COLUMNS = [
  'currency_id',
  'kind',
  'value',
  'holder',
  'bank',
  'memo',
  'active',
  'used_at',
] as const;

/** Creates a folder below the system's folder for temporary files. `remove` deletes it. */
export function createBenchFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'razmen-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Creates an empty database in the cluster. Its servers keep their files in `folder`. */
export async function createPostgresDatabase(
  clusterUrl: string,
  name: string,
  folder: string,
): Promise<BenchDatabase> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return {
    dialect: 'postgres',
    location: { dataDir: folder, databaseUrl: url.href },
    env: { DATABASE_URL: url.href, ACCOUNT_KEY: TEST_ACCOUNT_KEY },
  };
}

/** Describes a SQLite database in `folder`. */
export function createSqliteDatabase(folder: string): BenchDatabase {
  return { dialect: 'sqlite', location: { dataDir: folder, databaseUrl: null }, env: {} };
}

/** Writes the catalogue, reserves that no load exhausts, and several payment requisites for each currency. */
export async function prepareDatabase({ location }: BenchDatabase): Promise<void> {
  const { db, close } = await openDatabase(location);
  try {
    await seedDatabase(db, 'start', Date.now());
    const reserves = await db.selectFrom('reserves').select('currency_id').execute();
    await runInTransaction(db, async trx => {
      for (const { currency_id: currencyId } of reserves)
        await setReserve(trx, { currencyId, amount: RESERVE_UNITS, at: Date.now() });
    });
    const rows = await db.selectFrom('payment_requisites').select(COPIED_COLUMNS).orderBy('id').execute();
    // One address with a memo serves all claims.
    const originals = [...Map.groupBy(rows, row => row.currency_id).values()]
      .flatMap(([first]) => first ?? [])
      .filter(({ kind, memo }) => kind !== 'address' || memo === 0n);
    const copies = originals.flatMap(row =>
      REQUISITE_NUMBERS.map(number => ({ ...row, value: numberRequisite(row.value, number) })),
    );
    await db.insertInto('payment_requisites').values(copies).execute();
  } finally {
    await close();
  }
}

/** Replaces the letter of an unpayable address, or the last digits of a card or a phone. */
function numberRequisite(value: string, number: string): string {
  return value.endsWith(UNPAYABLE_ADDRESS_SUFFIX)
    ? value.replace(`-A${UNPAYABLE_ADDRESS_SUFFIX}`, `-${number}${UNPAYABLE_ADDRESS_SUFFIX}`)
    : value.slice(0, -number.length) + number;
}
