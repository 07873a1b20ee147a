import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as amount from '#core/exchange/amount.ts';
import { ClaimStatus } from '#core/contract/claim.ts';
import { applicant } from './applicant.ts';
import { picture } from './pictures.ts';
import { spawned, type Spawned } from './spawned.ts';

let folder = '';
let backend: Spawned;
let front: Spawned;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'razmen-front-'));
  backend = await spawned({
    DATA_DIR: join(folder, 'backend'),
    TRUST_PROXY: 'loopback',
    LIMIT_CALCULATOR_PER_MINUTE: '100000',
    LIMIT_CLAIMS_PER_HOUR: '3',
    RATE_DRIFT: 'off',
  });
  await backend.start();
  front = await spawned({
    DATA_DIR: join(folder, 'front'),
    API_ORIGIN: backend.origin,
    TRUST_PROXY: 'loopback',
  });
  await front.start();
});
afterAll(async () => {
  await front.stop();
  await backend.stop();
  rmSync(folder, { recursive: true, force: true });
});

const through = applicant((path, init) => fetch(front.origin + path, init));

test('a claim made through the front end is the backend’s, and so is everything that follows', async () => {
  const claim = await through.create(await through.body('LTC', 'TBRUB'), {
    key: randomUUID(),
    address: '203.0.113.1',
  });
  const direct = applicant((path, init) => fetch(backend.origin + path, init));
  const status = await (await direct.about(claim.id, 'status', claim.secret)).json();
  expect(v.parse(ClaimStatus, status)).toMatchObject({ status: 'waiting', number: claim.number });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await picture('png'))]), 'receipt.png');
  const bill = await through.step(claim.id, 'bill', claim.secret, { body: form });
  expect([bill.status, await bill.json()]).toMatchObject([201, { bills: [{ name: 'receipt.png' }] }]);
  const cancelled = await through.about(claim.id, 'cancel', claim.secret);
  expect(cancelled.status).toBe(200);
  expect((await through.about(claim.id, 'status', 'wrong')).status).toBe(404);
  // The exports come along.
  expect(await (await fetch(`${front.origin}/rates.xml`)).text()).toBe(
    await (await fetch(`${backend.origin}/rates.xml`)).text(),
  );
});

test('the backend counts its limits by the client’s address, not by the front end’s', async () => {
  const tries = async (address: string) => {
    const answers = [];
    for (let turn = 0; turn < 4; turn++) answers.push((await through.post('{}', { address })).status);
    return answers;
  };
  expect(await tries('203.0.113.20')).toEqual([400, 400, 400, 429]);
  expect(await tries('203.0.113.21')).toEqual([400, 400, 400, 429]);
});

test('the home page comes with its form, the figures from the backend; without them it comes all the same', async () => {
  const home = async () => {
    const answer = await fetch(`${front.origin}/?cur_from=BTC&cur_to=SBERRUB`);
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const pair = await through.pair('BTC', 'SBERRUB');
  const whole = await home();
  expect(whole).toContain('<template shadowrootmode="open">');
  expect(whole).toContain(`"course":"${pair.course}"`);
  expect(whole).toContain(amount.show(pair.course));
  await backend.kill();
  try {
    // Figures are kept for a second.
    await expect.poll(home).not.toContain('shadowrootmode');
    expect(await home()).toContain('<exchange-widget');
  } finally {
    await backend.start();
  }
  await expect.poll(home).toContain('shadowrootmode');
});

test('no database is opened and no folder locked: a second one runs on the same', async () => {
  const second = await spawned({ DATA_DIR: join(folder, 'front'), API_ORIGIN: backend.origin });
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

test('while the backend is away the front end says so, and goes on when it is back', async () => {
  await backend.kill();
  const answer = await fetch(`${front.origin}/api/v1/calculator/tech/`);
  expect([answer.status, await answer.json()]).toMatchObject([502, { code: 'server_error' }]);
  expect((await fetch(`${front.origin}/healthz`)).status).toBe(200);
  await backend.start();
  expect((await fetch(`${front.origin}/api/v1/calculator/tech/`)).status).toBe(200);
});
