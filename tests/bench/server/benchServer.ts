import { mkdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { openCluster } from '#tools/programs/postgres.ts';
import { fetchPairsOfDatabase, measureAccountClaims } from './accounts/accountClaims.ts';
import { measureLoginAttack } from './accounts/loginAttack.ts';
import { BARE_INSERTS_NAME, measureBareInserts } from './bareInserts.ts';
import {
  createBenchFolder,
  createPostgresDatabase,
  createSqliteDatabase,
  prepareDatabase,
  type BenchDatabase,
} from './benchDatabase.ts';
import { parseOptions, USAGE, type BenchOptions } from './benchOptions.ts';
import type { ClaimPair } from './claimMix.ts';
import { addCleanup, cleanUpAfterSignals, runCleanups } from './cleanups.ts';
import { insertClosedClaims } from './closedClaims.ts';
import { CLOSED_CLAIM_COUNT } from './closedClaimStatements.ts';
import { describeLargeLoad, describeLoad } from './describeLoad.ts';
import { measureLedger } from './ledger/measureLedger.ts';
import { measureDatabase } from './measureDatabase.ts';
import { measureMemory } from './memory/measureMemory.ts';
import { measurePartnerStatistics } from './partners/partnerStatistics.ts';
import { PGBENCH_NAME, preparePgbench, runPgbench } from './pgbench.ts';
import { measureReads } from './reads/measureReads.ts';
import { formatReport, isGoalReached, type ReportLine } from './serverReport.ts';
import { measureWebhooks } from './webhooks/measureWebhooks.ts';

// `npm run bench:server`: measures how many claims per second the real server creates on each database, compared with
// what the database does alone on the same machine.

/** A database to measure. */
interface Subject {
  title: string;
  baselineName: string;
  /** Goal: claims per second as a share of the baseline, percent. */
  goalPercent: number;
  /** Goal: claims per second with two processes, if any. */
  goalRate?: number;
  /** Measures the baseline for some seconds. Returns transactions or rows per second. */
  measureBaseline: (seconds: number) => number | Promise<number>;
  createDatabase: (name: string) => Promise<BenchDatabase>;
}

interface Report {
  title: string;
  lines: readonly ReportLine[];
}

async function createPostgresSubject(folder: string): Promise<Subject | { reason: string }> {
  const cluster = await openCluster();
  if ('reason' in cluster) return cluster;
  addCleanup(cluster.stop);
  const { location } = await createPostgresDatabase(cluster.url, 'pgbench', folder);
  const pgbenchUrl = location.databaseUrl ?? '';
  try {
    await preparePgbench(pgbenchUrl);
  } catch (error) {
    return { reason: `pgbench cannot be used: ${error instanceof Error ? error.message : String(error)}` };
  }
  return {
    title: 'PostgreSQL',
    baselineName: PGBENCH_NAME,
    goalPercent: 20,
    goalRate: 300,
    measureBaseline: seconds => runPgbench(pgbenchUrl, seconds),
    createDatabase: name => createPostgresDatabase(cluster.url, name, createSubfolder(folder, name)),
  };
}

function createSqliteSubject(folder: string): Subject {
  return {
    title: 'SQLite',
    baselineName: BARE_INSERTS_NAME,
    goalPercent: 15,
    measureBaseline: seconds => measureBareInserts(folder, seconds),
    createDatabase: async name => createSqliteDatabase(createSubfolder(folder, name)),
  };
}

function createSubfolder(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
}

/** Measures the baseline before and after the load, because the machine may change its speed meanwhile. */
async function measureSubject(subject: Subject, options: BenchOptions): Promise<Report[]> {
  const { title, baselineName } = subject;
  const baselineSeconds = Math.ceil(options.seconds / 2);
  console.log(`${title}: ${baselineName}`);
  const rateBefore = await subject.measureBaseline(baselineSeconds);
  const database = await subject.createDatabase('exchange');
  await prepareDatabase(database);
  console.log(`${title}: claims`);
  const measurement = await measureDatabase(database, options);
  const rateAfter = await subject.measureBaseline(baselineSeconds);
  const baseline = {
    name: baselineName,
    rate: (rateBefore + rateAfter) / 2,
    goalPercent: subject.goalPercent,
    goalRate: subject.goalRate,
  };
  const report = { title, lines: describeLoad(measurement, baseline) };
  return options.large ? [report, await measureLarge(subject, measurement.pairs, options)] : [report];
}

/**
 * Runs the load on a database with a million closed claims. The loads to compare it with run just before and after it,
 * because the machine may change its speed within the minutes that the insertion takes.
 */
async function measureLarge(
  { title, createDatabase }: Subject,
  pairs: readonly ClaimPair[],
  options: BenchOptions,
): Promise<Report> {
  const startedAt = performance.now();
  const largeDatabase = await createDatabase('exchange_large');
  await prepareDatabase(largeDatabase);
  await insertClosedClaims(largeDatabase, pairs);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const name = `${CLOSED_CLAIM_COUNT} closed claims`;
  console.log(`${title}: ${name} inserted in ${seconds} s`);
  const measureEmpty = async (databaseName: string) => {
    const database = await createDatabase(databaseName);
    await prepareDatabase(database);
    console.log(`${title}: claims`);
    return measureDatabase(database, options);
  };
  const before = await measureEmpty('exchange_before');
  console.log(`${title}: claims after ${name}`);
  const measurement = await measureDatabase(largeDatabase, options);
  const after = await measureEmpty('exchange_after');
  return { title: `${title}, ${name}`, lines: describeLargeLoad(measurement, [before, after]) };
}

/** Measures logins under attack, and with `--large` the claims of an account among a million. */
async function measureAccounts(
  { title, createDatabase }: Subject,
  { large }: BenchOptions,
): Promise<Report[]> {
  const database = await createDatabase('exchange');
  await prepareDatabase(database);
  console.log(`${title}: logins under attack`);
  const reports = [{ title: `${title}, logins under attack`, lines: await measureLoginAttack(database) }];
  if (!large) return reports;
  const largeDatabase = await createDatabase('exchange_large');
  await prepareDatabase(largeDatabase);
  await insertClosedClaims(largeDatabase, await fetchPairsOfDatabase(largeDatabase));
  console.log(`${title}: claims of an account`);
  return [
    ...reports,
    { title: `${title}, claims of an account`, lines: await measureAccountClaims(largeDatabase) },
  ];
}

type Measure = (database: BenchDatabase, options: BenchOptions) => Promise<ReportLine[]>;

/** Creates a measurement of one part of the exchange, on a database with only the catalogue. */
const createMeasurement =
  (part: string, measure: Measure) =>
  async ({ title, createDatabase }: Subject, options: BenchOptions): Promise<Report[]> => {
    const database = await createDatabase('exchange');
    await prepareDatabase(database);
    console.log(`${title}: ${part}`);
    return [{ title: `${title}, ${part}`, lines: await measure(database, options) }];
  };

/** Measures the statistics of a partner with a million claims. */
async function measurePartners(database: BenchDatabase): Promise<ReportLine[]> {
  await insertClosedClaims(database, await fetchPairsOfDatabase(database));
  return measurePartnerStatistics(database);
}

function chooseMeasurement({ webhooks, accounts, ledger, partners, reads, memory }: BenchOptions) {
  // Whether the memory of a server grows.
  if (memory) return createMeasurement('memory', measureMemory);
  // Public reads beside bare routes.
  if (reads) return createMeasurement('reads', measureReads);
  // The ledgers of partners whose process is killed.
  if (ledger) return createMeasurement('ledgers of partners', measureLedger);
  // How late webhooks are while half of the receivers are dead.
  if (webhooks) return createMeasurement('webhooks', measureWebhooks);
  if (partners) return createMeasurement('statistics of a partner', measurePartners);
  return accounts ? measureAccounts : measureSubject;
}

async function measureAll(options: BenchOptions): Promise<Report[]> {
  const folder = createBenchFolder();
  addCleanup(folder.remove);
  const reports: Report[] = [];
  for (const name of options.databases) {
    const subject =
      name === 'postgres' ? await createPostgresSubject(folder.path) : createSqliteSubject(folder.path);
    if ('reason' in subject) console.warn(`PostgreSQL is skipped: ${subject.reason}`);
    else {
      reports.push(...(await chooseMeasurement(options)(subject, options)));
    }
  }
  return reports;
}

async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2));
  if (!options) {
    console.error(USAGE);
    return 2;
  }
  cleanUpAfterSignals();
  let reports: Report[];
  try {
    reports = await measureAll(options);
  } finally {
    await runCleanups();
  }
  const [processor] = cpus();
  const machine = `${processor?.model ?? '?'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const tables = reports.map(({ title, lines }) => formatReport(title, lines));
  console.log(`\n${[`${machine}, ${new Date().toISOString()}`, ...tables].join('\n\n')}`);
  return reports.every(({ lines }) => lines.every(isGoalReached)) ? 0 : 1;
}

process.exitCode = await main();
