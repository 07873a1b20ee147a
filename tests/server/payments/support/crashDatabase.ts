import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '#server/platform/config/config.ts';
import { TEST_ACCOUNT_KEY } from '../../../support/accountKeys.ts';
import { testedDialect } from '../../../support/testServer.ts';

/** A database of server processes that are killed. Its commits wait for the disk. */
export interface CrashDatabase {
  env: Record<string, string>;
  open: Pick<Config, 'dataDir' | 'databaseUrl'>;
  remove: () => Promise<void>;
}

async function createDataFolder(): Promise<CrashDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'razmen-crash-'));
  return {
    env: { DATA_DIR: dataDir },
    open: { dataDir, databaseUrl: null },
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

async function createPostgresDatabase(server: string): Promise<CrashDatabase> {
  const name = `crash_${Date.now()}_${randomInt(1e9)}`;
  const runStatement = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await runStatement(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const files = await createDataFolder();
  return {
    env: { ...files.env, DATABASE_URL: url.href, ACCOUNT_KEY: TEST_ACCOUNT_KEY, SEED: 'start' },
    open: { ...files.open, databaseUrl: url.href },
    remove: async () => {
      await files.remove();
      await runStatement(`drop database ${name} with (force)`);
    },
  };
}

/** Name of the tested database, for titles. */
export const CRASH_DATABASE_NAME = testedDialect === 'postgres' ? 'PostgreSQL' : 'SQLite';

/** Creates an empty database of the tested kind. */
export const createCrashDatabase = (): Promise<CrashDatabase> =>
  testedDialect === 'postgres'
    ? createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '')
    : createDataFolder();
