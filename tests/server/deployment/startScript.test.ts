import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, expect, test } from 'vitest';
import { lockDataDir } from '#server/platform/dataDirLock.ts';
import { childEnvironment } from '#tools/childEnvironment.ts';
import { root } from '#tools/install.mjs';
import { findFreePort } from '#tools/programs/findFreePort.ts';

/** Whether a server responds at this origin. */
const isServing = (origin: string) =>
  fetch(`${origin}/healthz`).then(
    response => response.ok,
    () => false,
  );

test.for([
  ['npm start', 'npm', ['start']],
  ['its start script', process.execPath, ['tools/start.mjs']],
] as const)(
  'after kill -9 of %s the server stops and frees its port and its data folder',
  async ([, command, args]) => {
    const folder = mkdtempSync(join(tmpdir(), 'razmen-parent-'));
    const port = await findFreePort();
    const origin = `http://127.0.0.1:${port}`;
    const child = spawn(command, args, {
      cwd: root,
      env: { ...childEnvironment, HOME: folder, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: folder },
      stdio: 'ignore',
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    });
    await expect.poll(() => isServing(origin), { timeout: 60_000 }).toBe(true);

    child.kill('SIGKILL');
    await expect.poll(() => isServing(origin)).toBe(false);
    await expect
      .poll(() => {
        lockDataDir(folder).release();
        return 'free';
      })
      .toBe('free');
  },
);
