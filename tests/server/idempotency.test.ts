import { serve, type ServerType } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ClaimCreate, ClaimCreated } from '#core/contract/claim.ts';
import { app } from '#server/app.ts';
import * as exchange from '#server/exchange.ts';
import { applicant, inProcess } from './applicant.ts';
import { expectLedger } from './balance.ts';
import { forEachDatabase, type World } from './world.ts';

const KEY = 'draft-0f3b9c1e';

forEachDatabase((open, dialect) => {
  let world: World;
  let server: ServerType;
  let me: ReturnType<typeof applicant>;
  let body: ClaimCreate;

  beforeEach(async () => {
    world = await open({
      LIMIT_CLAIMS_PER_HOUR: '1000',
      LIMIT_OPEN_CLAIMS_PER_ADDRESS: '1000',
      LIMIT_OPEN_CLAIMS_PER_EMAIL: '1000',
    });
    const port = await new Promise<number>(resolve => {
      server = serve({ fetch: world.app.fetch, hostname: '127.0.0.1', port: 0 }, (info: AddressInfo) =>
        resolve(info.port),
      );
    });
    me = applicant((path, init) => fetch(`http://127.0.0.1:${port}${path}`, init));
    body = await me.body('TON', 'SBERRUB');
  });
  afterEach(async () => {
    await new Promise(resolve => server.close(resolve));
  });

  const count = async () => (await world.context.db.selectFrom('claims').select('id').execute()).length;
  const send = async (changes: object = {}, key = KEY) => {
    const response = await me.post({ ...body, ...changes }, { key });
    return { status: response.status, answer: (await response.json()) as ClaimCreated & { code?: string } };
  };

  describe('a key', () => {
    test.each([3, 12])('sent %i times at once makes one claim with one answer', async times => {
      const answers = await Promise.all(Array.from({ length: times }, () => send()));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      for (const { answer } of answers) expect(answer).toEqual(answers[0]?.answer);
      expect(await count()).toBe(1);
      await expectLedger(world.context.db);
    });

    // A data folder is one server's; PostgreSQL may serve several.
    if (dialect === 'postgres')
      test('sent at once to two servers makes one claim', async () => {
        const other = await exchange.open(world.config, world.context.log, world.now);
        try {
          const there = inProcess(app(other.context));
          const answers = await Promise.all(
            Array.from({ length: 8 }, (_, n) => (n % 2 ? me : there).post(body, { key: KEY })),
          );
          expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
          const [first, ...rest] = await Promise.all(answers.map(answer => answer.json()));
          for (const answer of rest) expect(answer).toEqual(first);
          expect(await count()).toBe(1);
        } finally {
          await other.close();
        }
      });

    test('sent again gets the first answer, secret included, whatever has changed since', async () => {
      const first = await send();
      world.forward(10 * 60_000);
      await me.about(first.answer.id, 'cancel', first.answer.secret);
      const { recaptcha: _, ...rest } = body;
      const reordered = Object.fromEntries(Object.entries(rest).reverse());
      const again = await me.post({ ...reordered, recaptcha: 'another answer' }, { key: KEY });
      expect([again.status, await again.json()]).toEqual([201, first.answer]);
      expect(await count()).toBe(1);
    });

    test('with another body is refused, and the first claim stays', async () => {
      await send();
      const other = await send({ email: 'other@example.com' });
      expect([other.status, other.answer.code]).toEqual([409, 'idempotency_conflict']);
      expect(await count()).toBe(1);
    });

    test('that was refused may be tried again with what was wrong put right', async () => {
      const refused = await send({ toRequisites: {} });
      expect(refused.status).toBe(400);
      expect((await send()).status).toBe(201);
    });

    test('is each draft’s own, and may be left out', async () => {
      const [one, two] = [await send(), await send({}, 'draft-another')];
      expect(one.answer.id).not.toBe(two.answer.id);
      const keyless = await Promise.all([me.post(body), me.post(body)]);
      expect(keyless.map(response => response.status)).toEqual([201, 201]);
      expect(await count()).toBe(4);
    });

    test('has to be 8–128 visible characters', async () => {
      for (const key of ['short', 'x'.repeat(129), 'with space'])
        expect((await send({}, key)).status).toBe(400);
      expect(await count()).toBe(0);
    });
  });
});
