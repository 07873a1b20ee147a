import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { childEnvironment } from '#tools/childEnvironment.ts';
import { createClaimClient } from '../../support/claimClient.ts';
import { createServerProcess } from '../../support/serverProcess.ts';
import { createTestServer } from '../../support/testServer.ts';

const execFileAsync = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'razmen-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const runBackup = (dataDir: string, path: string, env: Record<string, string> = {}) =>
  execFileAsync(process.execPath, ['server/operator.ts', 'backup', path], {
    cwd: root,
    env: { ...childEnvironment, DATA_DIR: dataDir, OPERATOR: 'manual', ...env },
  }).catch((error: { stderr: string }) => ({ stdout: '', stderr: error.stderr }));

test('a backup of a running server holds every claim, and a server starts on it with the key', async () => {
  const [dataFolder, copy, restoredFolder] = [
    join(folder, 'data'),
    join(folder, 'copy.db'),
    join(folder, 'other'),
  ];
  const env = { SEED: 'start', LIMIT_CLAIMS_PER_HOUR: '100', LIMIT_CALCULATOR_PER_MINUTE: '10000' };
  const server = await createServerProcess({ DATA_DIR: dataFolder, ...env });
  await server.start();
  const client = createClaimClient((path, init) => fetch(server.origin + path, init));
  const claim = await client.createClaim(await client.buildClaim('LTC', 'TBRUB'));
  expect((await runBackup(dataFolder, copy)).stdout).toContain(copy);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  // The server keeps running, and later changes are not in the copy.
  const laterClaim = await client.createClaim(await client.buildClaim('LTC', 'TBRUB'));
  expect((await runBackup(dataFolder, copy)).stderr).toContain('the file already exists');
  await server.stop();

  mkdirSync(restoredFolder);
  copyFileSync(copy, join(restoredFolder, 'exchange.db'));
  const restored = await createServerProcess({ DATA_DIR: restoredFolder, ...env });
  await expect(restored.start()).rejects.toThrow('restore account.key in DATA_DIR');
  copyFileSync(join(dataFolder, 'account.key'), join(restoredFolder, 'account.key'));
  await restored.start();
  try {
    const restoredClient = createClaimClient((path, init) => fetch(restored.origin + path, init));
    expect(await (await restoredClient.fetchClaim(claim.id, 'status', claim.secret)).json()).toMatchObject({
      number: claim.number,
      status: 'waiting',
    });
    expect((await restoredClient.fetchClaim(laterClaim.id, 'status', laterClaim.secret)).status).toBe(404);
  } finally {
    await restored.stop();
  }
});

test('fails without leaving a file if there is no database or no target folder', async () => {
  const path = join(folder, 'copy.db');
  expect((await runBackup(join(folder, 'nothing'), path)).stderr).toContain('There is no exchange');
  expect(existsSync(path)).toBe(false);
  const testServer = await createTestServer({ DATA_DIR: join(folder, 'data') });
  try {
    const { dataDir } = testServer.config;
    expect((await runBackup(dataDir, join(folder, 'no', 'copy.db'))).stderr).toContain('cannot be written');
  } finally {
    await testServer.close();
  }
});

test('a new database is in its file at once, not only in the WAL', async () => {
  const testServer = await createTestServer();
  const alone = join(folder, 'alone.db');
  copyFileSync(join(testServer.config.dataDir, 'exchange.db'), alone);
  await testServer.close();
  const database = new DatabaseSync(alone, { readOnly: true });
  expect(database.prepare('select count(*) as count from currencies').get()).toEqual({ count: 24 });
  database.close();
});
