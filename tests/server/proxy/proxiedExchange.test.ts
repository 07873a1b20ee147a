import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localizeDecimal } from '#core/exchange/amount.ts';
import { ClaimStatus } from '#core/contract/claim.ts';
import { createClaimClient } from '../../support/claimClient.ts';
import { createImage } from '../../support/sampleFiles.ts';
import { createServerProcess, type ServerProcess } from '../../support/serverProcess.ts';

let folder = '';
let backend: ServerProcess;
let proxy: ServerProcess;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'razmen-front-'));
  backend = await createServerProcess({
    DATA_DIR: join(folder, 'backend'),
    TRUST_PROXY: 'loopback',
    LIMIT_CALCULATOR_PER_MINUTE: '100000',
    LIMIT_CLAIMS_PER_HOUR: '3',
    RATE_DRIFT: 'off',
  });
  await backend.start();
  proxy = await createServerProcess({
    DATA_DIR: join(folder, 'front'),
    API_ORIGIN: backend.origin,
    TRUST_PROXY: 'loopback',
  });
  await proxy.start();
});
afterAll(async () => {
  await proxy.stop();
  await backend.stop();
  rmSync(folder, { recursive: true, force: true });
});

const proxiedClient = createClaimClient((path, init) => fetch(proxy.origin + path, init));

test('creates and updates a claim on the backend through the proxy', async () => {
  const claim = await proxiedClient.createClaim(await proxiedClient.buildClaim('LTC', 'TBRUB'), {
    key: randomUUID(),
    address: '203.0.113.1',
  });
  const direct = createClaimClient((path, init) => fetch(backend.origin + path, init));
  const status = await (await direct.fetchClaim(claim.id, 'status', claim.secret)).json();
  expect(v.parse(ClaimStatus, status)).toMatchObject({ status: 'waiting', number: claim.number });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await createImage('png'))]), 'receipt.png');
  const bill = await proxiedClient.postStep(claim.id, 'bill', claim.secret, { body: form });
  expect([bill.status, await bill.json()]).toMatchObject([201, { bills: [{ name: 'receipt.png' }] }]);
  const cancelled = await proxiedClient.fetchClaim(claim.id, 'cancel', claim.secret);
  expect(cancelled.status).toBe(200);
  expect((await proxiedClient.fetchClaim(claim.id, 'status', 'wrong')).status).toBe(404);
  // The exports are the backend's.
  expect(await (await fetch(`${proxy.origin}/rates.xml`)).text()).toBe(
    await (await fetch(`${backend.origin}/rates.xml`)).text(),
  );
});

test('the backend limits by the client’s address', async () => {
  const attemptClaims = async (address: string) => {
    const statuses = [];
    for (let turn = 0; turn < 4; turn++)
      statuses.push((await proxiedClient.postClaim('{}', { address })).status);
    return statuses;
  };
  expect(await attemptClaims('203.0.113.20')).toEqual([400, 400, 400, 429]);
  expect(await attemptClaims('203.0.113.21')).toEqual([400, 400, 400, 429]);
});

test('prerenders the home page with backend figures, and serves it without them', async () => {
  const fetchHome = async () => {
    const response = await fetch(`${proxy.origin}/?cur_from=BTC&cur_to=SBERRUB`);
    expect(response.status).toBe(200);
    return response.text();
  };
  const pair = await proxiedClient.fetchPair('BTC', 'SBERRUB');
  const html = await fetchHome();
  expect(html).toContain('<template shadowrootmode="open">');
  expect(html).toContain(`"course":"${pair.course}"`);
  expect(html).toContain(localizeDecimal(pair.course));
  await backend.kill();
  try {
    // The proxy keeps figures for a second.
    await expect.poll(fetchHome).not.toContain('shadowrootmode');
    expect(await fetchHome()).toContain('<exchange-widget');
  } finally {
    await backend.start();
  }
  await expect.poll(fetchHome).toContain('shadowrootmode');
});

test('opens no database and locks no folder', async () => {
  const second = await createServerProcess({ DATA_DIR: join(folder, 'front'), API_ORIGIN: backend.origin });
  await second.start();
  try {
    expect((await fetch(`${second.origin}/api/v1/calculator/tech/`)).status).toBe(200);
  } finally {
    await second.stop();
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.startsWith('front'),
  );
  expect(files.filter(name => /\.(db|lock)/.test(name))).toEqual([]);
});

test('returns 502 while the backend is down and recovers', async () => {
  await backend.kill();
  const response = await fetch(`${proxy.origin}/api/v1/calculator/tech/`);
  expect([response.status, await response.json()]).toMatchObject([502, { code: 'server_error' }]);
  expect((await fetch(`${proxy.origin}/healthz`)).status).toBe(200);
  await backend.start();
  expect((await fetch(`${proxy.origin}/api/v1/calculator/tech/`)).status).toBe(200);
});
