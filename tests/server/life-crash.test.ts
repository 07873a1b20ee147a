import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { ClaimStatus, type ClaimCreated } from '#core/contract/claim.ts';
import { applicant } from './applicant.ts';
import { roomy } from './roomy.ts';
import { picture } from './pictures.ts';
import { spawned, type Spawned } from './spawned.ts';

const ROUNDS = 6;

/** Asked again this often while nobody answers, milliseconds. */
const PAUSE = 50;

let server: Spawned;
let dataDir: string;
const client = applicant((path, init) => fetch(server.origin + path, init));

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'razmen-life-'));
  server = await spawned({ ...roomy, DATA_DIR: dataDir, RATE_DRIFT: 'off', LOG_LEVEL: 'error' });
  await server.start();
});
afterAll(async () => {
  await server.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Repeats a step as the widget does: until somebody answers, whatever the answer is. */
async function insist(step: () => Promise<Response> | Response): Promise<{ answer: Response; lost: number }> {
  for (let lost = 0; ; lost++) {
    try {
      const answer = await step();
      const text = await answer.text();
      if (answer.status < 500) return { answer: new Response(text, answer), lost };
    } catch {
      // The connection broke: nobody knows what became of the step.
    }
    await new Promise(resolve => setTimeout(resolve, PAUSE));
  }
}

async function status({ id, secret }: ClaimCreated): Promise<ClaimStatus> {
  return v.parse(ClaimStatus, await (await client.about(id, 'status', secret)).json());
}

test(
  `a server killed ${ROUNDS} times amid the steps of a claim loses none and takes none twice`,
  { timeout: 300_000 },
  async () => {
    let lost = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const claim = await client.create(await client.body('LTC', 'SBERRUB'));
      const file = new File([new Uint8Array(await picture('jpeg', { seed: round + 1 }))], 'receipt.jpg');
      const form = () => {
        const body = new FormData();
        body.append('file', file);
        return { body };
      };
      const key = { headers: { 'idempotency-key': `confirm-${claim.id}` } };
      const steps = [
        insist(() => client.step(claim.id, 'bill', claim.secret, form())),
        insist(() => client.step(claim.id, 'confirm', claim.secret, key)),
      ];
      await new Promise(resolve => setTimeout(resolve, round * 8));
      await server.kill();
      await server.start();
      const done = await Promise.all(steps);
      expect(done.map(({ answer }) => answer.status)).toEqual([201, 200]);
      lost += done.reduce((sum, step) => sum + step.lost, 0);
      const now = await status(claim);
      expect(now.history.map(event => event.status)).toEqual(['new', 'waiting', 'claimed']);
      expect(now.bills.length).toBe(1);
      const again = await client.step(claim.id, 'confirm', claim.secret, key);
      expect(await again.json()).toEqual(await done[1]?.answer.json());
    }
    expect(lost).toBeGreaterThan(0);
  },
);

test('a file far too large is answered, not cut off', async () => {
  const claim = await client.create(await client.body('LTC', 'SBERRUB'));
  const body = new FormData();
  body.append('file', new File([new Uint8Array(24 * 1024 * 1024)], 'huge.jpg'));
  const answer = await client.step(claim.id, 'bill', claim.secret, { body });
  expect([answer.status, await answer.json()]).toMatchObject([400, { codes: { file: 'file_size' } }]);
  expect((await status(claim)).bills).toEqual([]);
});
