import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { environment } from '#tools/child.ts';
import { applicant } from './applicant.ts';
import { spawned } from './spawned.ts';
import { world } from './world.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'razmen-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const backup = (dataDir: string, path: string, env: Record<string, string> = {}) =>
  run(process.execPath, ['server/operator.ts', 'backup', path], {
    cwd: root,
    env: { ...environment, DATA_DIR: dataDir, OPERATOR: 'manual', ...env },
  }).catch((error: { stderr: string }) => ({ stdout: '', stderr: error.stderr }));

test('a copy made while the server runs holds every claim that was made, and a server starts on it', async () => {
  const [own, copy, other] = [join(folder, 'data'), join(folder, 'copy.db'), join(folder, 'other')];
  const env = { SEED: 'start', LIMIT_CLAIMS_PER_HOUR: '100', LIMIT_CALCULATOR_PER_MINUTE: '10000' };
  const server = await spawned({ DATA_DIR: own, ...env });
  await server.start();
  const me = applicant((path, init) => fetch(server.origin + path, init));
  const claim = await me.create(await me.body('LTC', 'TBRUB'));
  expect((await backup(own, copy)).stdout).toContain(copy);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  // The server goes on, and what comes later is not in the copy.
  const later = await me.create(await me.body('LTC', 'TBRUB'));
  expect((await backup(own, copy)).stderr).toContain('it is there already');
  await server.stop();

  mkdirSync(other);
  copyFileSync(copy, join(other, 'exchange.db'));
  const restored = await spawned({ DATA_DIR: other, ...env });
  await restored.start();
  try {
    const again = applicant((path, init) => fetch(restored.origin + path, init));
    expect(await (await again.about(claim.id, 'status', claim.secret)).json()).toMatchObject({
      number: claim.number,
      status: 'waiting',
    });
    expect((await again.about(later.id, 'status', later.secret)).status).toBe(404);
  } finally {
    await restored.stop();
  }
});

test('where there is nothing to copy, or no place for it, nothing is left behind', async () => {
  const path = join(folder, 'copy.db');
  expect((await backup(join(folder, 'nothing'), path)).stderr).toContain('There is no exchange');
  expect(existsSync(path)).toBe(false);
  const made = await world({ DATA_DIR: join(folder, 'data') });
  try {
    const { dataDir } = made.config;
    expect((await backup(dataDir, join(folder, 'no', 'copy.db'))).stderr).toContain('cannot be written');
  } finally {
    await made.close();
  }
});

test('a new exchange is in its file from the first moment, not only in the log beside it', async () => {
  const made = await world();
  const alone = join(folder, 'alone.db');
  copyFileSync(join(made.config.dataDir, 'exchange.db'), alone);
  await made.close();
  const database = new DatabaseSync(alone, { readOnly: true });
  expect(database.prepare('select count(*) as count from currencies').get()).toEqual({ count: 24 });
  database.close();
});
