import { serve, type ServerType } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ClaimCreated } from '#core/contract/claim.ts';
import type { ClaimCreate } from '#core/contract/claim/claimCreate.ts';
import { createApp } from '#server/app.ts';
import { bootstrapExchange } from '#server/bootstrap.ts';
import { createClaimClient, createInProcessClient } from '../../support/claimClient.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';

const KEY = 'draft-0f3b9c1e';

forEachDatabase((startServer, dialect) => {
  let server: ServerType;
  let client: ReturnType<typeof createClaimClient>;
  let body: ClaimCreate;

  const testServer = createBeforeEach(() =>
    startServer({
      LIMIT_CLAIMS_PER_HOUR: '1000',
      LIMIT_OPEN_CLAIMS_PER_ADDRESS: '1000',
      LIMIT_OPEN_CLAIMS_PER_EMAIL: '1000',
    }),
  );
  beforeEach(async () => {
    const port = await new Promise<number>(resolve => {
      server = serve({ fetch: testServer.app.fetch, hostname: '127.0.0.1', port: 0 }, (info: AddressInfo) =>
        resolve(info.port),
      );
    });
    client = createClaimClient((path, init) => fetch(`http://127.0.0.1:${port}${path}`, init));
    body = await client.buildClaim('TON', 'SBERRUB');
  });
  afterEach(async () => {
    await new Promise(resolve => server.close(resolve));
  });

  const countClaims = async () =>
    (await testServer.context.db.selectFrom('claims').select('id').execute()).length;
  const postWithKey = async (changes: object = {}, key = KEY) => {
    const response = await client.postClaim({ ...body, ...changes }, { key });
    return {
      status: response.status,
      responseBody: (await response.json()) as ClaimCreated & { code?: string },
    };
  };

  describe('a key', () => {
    test.each([3, 12])('sent %i times at once creates one claim with one response', async times => {
      const results = await Promise.all(Array.from({ length: times }, () => postWithKey()));
      expect(results.map(({ status }) => status)).toEqual(results.map(() => 201));
      for (const { responseBody } of results) expect(responseBody).toEqual(results[0]?.responseBody);
      expect(await countClaims()).toBe(1);
      await expectBalancedLedger(testServer.context.db);
    });

    // A data folder belongs to one server; PostgreSQL can be shared by several.
    if (dialect === 'postgres')
      test('sent at once to two servers creates one claim', async () => {
        const otherServer = await bootstrapExchange(
          testServer.config,
          testServer.context.log,
          testServer.now,
        );
        try {
          const otherClient = createInProcessClient(createApp(otherServer.context));
          const responses = await Promise.all(
            Array.from({ length: 8 }, (_, n) => (n % 2 ? client : otherClient).postClaim(body, { key: KEY })),
          );
          expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
          const [first, ...rest] = await Promise.all(responses.map(response => response.json()));
          for (const repeated of rest) expect(repeated).toEqual(first);
          expect(await countClaims()).toBe(1);
        } finally {
          await otherServer.close();
        }
      });

    test('sent again returns the first response, secret included', async () => {
      const first = await postWithKey();
      testServer.advanceClock(10 * 60_000);
      await client.fetchClaim(first.responseBody.id, 'cancel', first.responseBody.secret);
      const { recaptcha: _, ...rest } = body;
      const reordered = Object.fromEntries(Object.entries(rest).reverse());
      const repeated = await client.postClaim({ ...reordered, recaptcha: 'another answer' }, { key: KEY });
      expect([repeated.status, await repeated.json()]).toEqual([201, first.responseBody]);
      expect(await countClaims()).toBe(1);
    });

    test('with another body is refused, and the first claim stays', async () => {
      await postWithKey();
      const other = await postWithKey({ email: 'other@example.com' });
      expect([other.status, other.responseBody.code]).toEqual([409, 'idempotency_conflict']);
      expect(await countClaims()).toBe(1);
    });

    test('can be reused after a refusal', async () => {
      const refused = await postWithKey({ toRequisites: {} });
      expect(refused.status).toBe(400);
      expect((await postWithKey()).status).toBe(201);
    });

    test('is optional and separate per draft', async () => {
      const [one, two] = [await postWithKey(), await postWithKey({}, 'draft-another')];
      expect(one.responseBody.id).not.toBe(two.responseBody.id);
      const keyless = await Promise.all([client.postClaim(body), client.postClaim(body)]);
      expect(keyless.map(response => response.status)).toEqual([201, 201]);
      expect(await countClaims()).toBe(4);
    });

    test('has to be 8–128 visible characters', async () => {
      for (const key of ['short', 'x'.repeat(129), 'with space'])
        expect((await postWithKey({}, key)).status).toBe(400);
      expect(await countClaims()).toBe(0);
    });
  });
});
