import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/database.ts';
import { createClaimClient, createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createServerProcess } from '../../support/serverProcess.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { TEST_ACCOUNT_KEY } from '../../support/accountKeys.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';

const REQUEST_COUNT = 1_000;

/** Claims before the burst: a process that has just started compiles its code and opens its connections first. */
const WARM_UP_COUNT = 30;

/** Sends the request again, with its idempotency key, when a busy machine lets the connection time out. */
async function postWithRetries(post: () => Promise<Response> | Response, retries = 3): Promise<Response> {
  try {
    return await post();
  } catch (error) {
    if (retries === 0) throw error;
    return postWithRetries(post, retries - 1);
  }
}

forEachDatabase(startServer => {
  test('two hundred reads of a status at once are all answered', async () => {
    const testServer = await startServer(relaxedLimits);
    const client = createInProcessClient(testServer.app);
    const { id, secret } = await client.createClaim(await client.buildClaim('SBERRUB', 'LTC'));
    const responses = await Promise.all(
      Array.from({ length: 200 }, () => client.fetchClaim(id, 'status', secret)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test(
    'a thousand claims at once are created or refused early, and reads go on',
    { timeout: 180_000 },
    async () => {
      const { config } = await startServer();
      const folder = mkdtempSync(join(tmpdir(), 'razmen-overload-'));
      const { databaseUrl } = config;
      const server = await createServerProcess({
        ...relaxedLimits,
        DATA_DIR: folder,
        SEED: 'start',
        ...(databaseUrl !== null && { DATABASE_URL: databaseUrl, ACCOUNT_KEY: TEST_ACCOUNT_KEY }),
      });
      try {
        await server.start();
        const client = createClaimClient((path, init) => fetch(server.origin + path, init));
        const body = await client.buildClaim('SBERRUB', 'LTC');
        for (let n = 0; n < WARM_UP_COUNT; n++) await client.createClaim(body, { key: `warm-up-${n}` });
        const statuses = new Map<string, number>();
        const countCreated = () => statuses.get('201') ?? 0;
        let isRunning = true;
        const burst = Promise.all(
          Array.from({ length: REQUEST_COUNT }, async (_, index) => {
            const response = await postWithRetries(() =>
              client.postClaim(body, { key: `one-of-a-thousand-${index}` }),
            );
            const answer = `${response.status} ${response.headers.get('retry-after') ?? ''}`.trim();
            statuses.set(answer, (statuses.get(answer) ?? 0) + 1);
            await response.arrayBuffer();
          }),
        ).finally(() => (isRunning = false));
        const createdAtReads: number[] = [];
        while (isRunning) {
          expect((await fetch(`${server.origin}/api/v1/calculator/reserves/`)).status).toBe(200);
          createdAtReads.push(countCreated());
        }
        await burst;
        expect([...statuses.keys()].filter(status => !['201', '409', '503 2'].includes(status))).toEqual([]);
        expect(countCreated()).toBeGreaterThan(100);
        // Reads follow one another. The second is sent behind the burst: if claims delayed it, most of them would exist.
        expect(createdAtReads[1]).toBeLessThan(countCreated() / 2);
        expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
        await server.stop();
        const database = await openDatabase({ dataDir: folder, databaseUrl });
        const rows = await database.db.selectFrom('claims').select('id').execute();
        expect(rows).toHaveLength(countCreated() + WARM_UP_COUNT);
        await expectBalancedLedger(database.db);
        await database.close();
      } finally {
        await server.kill();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
