import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeFullDisk } from '#server/platform/database/sqlite/sqliteFile.ts';
import { createShutdownNotice } from '#server/platform/http/shutdownNotice.ts';
import { createServerProcess } from '../../support/serverProcess.ts';

test('a stopping server fails its readiness while it still accepts requests', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'razmen-shutdown-'));
  const server = await createServerProcess({ DATA_DIR: folder });
  try {
    await server.start();
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    const began = performance.now();
    const stopped = server.stop();
    let answer = '';
    await expect
      .poll(async () => {
        // Other requests are answered meanwhile.
        expect((await fetch(`${server.origin}/livez`)).status).toBe(200);
        const response = await fetch(`${server.origin}/healthz`);
        answer = await response.text();
        return response.status;
      })
      .toBe(503);
    expect(JSON.parse(answer)).toEqual({ status: 'stopping' });
    await stopped;
    expect(performance.now() - began).toBeLessThan(5_000);
  } finally {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('the notice of a shutdown', () => {
  test('waits for nobody if no load balancer has asked', async () => {
    let now = 0;
    const notice = createShutdownNotice(() => now);
    notice.recordProbe();
    now = 20_000;
    await notice.announce();
    expect(notice.signal.aborted).toBe(true);
  });

  test('waits for at most two seconds', async () => {
    const notice = createShutdownNotice();
    notice.recordProbe();
    const began = performance.now();
    await notice.announce();
    expect(performance.now() - began).toBeGreaterThan(1_900);
  });
});

test('a full disk is named', () => {
  // This file system has no free blocks.
  expect(describeFullDisk('/proc')).toBe('cannot be used: the disk is full (0 kB are free)');
  expect(describeFullDisk(tmpdir())).toBeNull();
});
