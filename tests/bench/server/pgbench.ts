import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgresBinaries } from '#tools/programs/postgres.ts';

const execFileAsync = promisify(execFile);

/** More branches than clients: with fewer, the clients wait for each other's row locks. */
const SCALE = 20;

/** Clients and threads of pgbench. The load has as many clients. */
const CLIENT_COUNT = 16;
const THREAD_COUNT = 2;

/** What pgbench runs, for the report. The simple protocol is its default. */
export const PGBENCH_NAME = `pgbench, TPC-B, ${CLIENT_COUNT} clients, simple protocol`;

/** The newest installed pgbench, else the one in the PATH. */
function findPgbench(): string {
  const installed = join(findPostgresBinaries() ?? '', 'pgbench');
  return existsSync(installed) ? installed : 'pgbench';
}

/** Creates pgbench's tables. Throws if there is no pgbench. */
export async function preparePgbench(url: string): Promise<void> {
  await execFileAsync(findPgbench(), ['-i', '-q', '-s', String(SCALE), url]);
}

/** Runs TPC-B. Returns the transactions per second. */
export async function runPgbench(url: string, seconds: number): Promise<number> {
  const args = ['-c', CLIENT_COUNT, '-j', THREAD_COUNT, '-T', seconds].map(String);
  const { stdout } = await execFileAsync(findPgbench(), [...args, url]);
  return parsePgbenchRate(stdout);
}

/** Parses the transactions per second, without the time for connecting, from pgbench's output. */
export function parsePgbenchRate(output: string): number {
  const [, rate] = /^tps = ([\d.]+) \((?:without|excluding)/m.exec(output) ?? [];
  if (rate === undefined) throw new Error(`pgbench reports no rate:\n${output}`);
  return Number(rate);
}
