import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { ClaimStatus, type ClaimCreated } from '#core/contract/claim.ts';
import { createClaimClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createImage } from '../../support/sampleFiles.ts';
import { createServerProcess, type ServerProcess } from '../../support/serverProcess.ts';

const KILL_ROUNDS = 6;

/** Delay before a failed request is retried. */
const RETRY_INTERVAL_MS = 50;

let server: ServerProcess;
let dataDir: string;
const client = createClaimClient((path, init) => fetch(server.origin + path, init));

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'razmen-life-'));
  server = await createServerProcess({
    ...relaxedLimits,
    DATA_DIR: dataDir,
    RATE_DRIFT: 'off',
    LOG_LEVEL: 'error',
  });
  await server.start();
});
afterAll(async () => {
  await server.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Repeats a request until its status is below 500, as the widget does. `lost` counts the failed attempts. */
async function retryUntilAnswered(
  step: () => Promise<Response> | Response,
): Promise<{ response: Response; lost: number }> {
  for (let lost = 0; ; lost++) {
    try {
      const response = await step();
      const text = await response.text();
      if (response.status < 500) return { response: new Response(text, response), lost };
    } catch {
      // The connection was cut: the outcome is unknown, so the request is repeated.
    }
    await new Promise(resolve => setTimeout(resolve, RETRY_INTERVAL_MS));
  }
}

async function fetchStatus({ id, secret }: ClaimCreated): Promise<ClaimStatus> {
  return v.parse(ClaimStatus, await (await client.fetchClaim(id, 'status', secret)).json());
}

test(
  `a server killed ${KILL_ROUNDS} times loses and repeats no step of a claim`,
  { timeout: 300_000 },
  async () => {
    let lost = 0;
    for (let round = 0; round < KILL_ROUNDS; round++) {
      const claim = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'));
      const file = new File([new Uint8Array(await createImage('jpeg', { seed: round + 1 }))], 'receipt.jpg');
      const form = () => {
        const body = new FormData();
        body.append('file', file);
        return { body };
      };
      const key = { headers: { 'idempotency-key': `confirm-${claim.id}` } };
      const steps = [
        retryUntilAnswered(() => client.postStep(claim.id, 'bill', claim.secret, form())),
        retryUntilAnswered(() => client.postStep(claim.id, 'confirm', claim.secret, key)),
      ];
      await new Promise(resolve => setTimeout(resolve, round * 8));
      await server.kill();
      await server.start();
      const results = await Promise.all(steps);
      expect(results.map(({ response }) => response.status)).toEqual([201, 200]);
      lost += results.reduce((sum, step) => sum + step.lost, 0);
      const status = await fetchStatus(claim);
      expect(status.history.map(event => event.status)).toEqual(['new', 'waiting', 'claimed']);
      expect(status.bills.length).toBe(1);
      const repeated = await client.postStep(claim.id, 'confirm', claim.secret, key);
      expect(await repeated.json()).toEqual(await results[1]?.response.json());
    }
    expect(lost).toBeGreaterThan(0);
  },
);

test('refuses an oversized file instead of cutting the connection', async () => {
  const claim = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'));
  const body = new FormData();
  body.append('file', new File([new Uint8Array(24 * 1024 * 1024)], 'huge.jpg'));
  const response = await client.postStep(claim.id, 'bill', claim.secret, { body });
  expect([response.status, await response.json()]).toMatchObject([413, { codes: { file: 'file_size' } }]);
  expect((await fetchStatus(claim)).bills).toEqual([]);
});
