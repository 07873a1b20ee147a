import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { VerificationHandoff } from '#core/contract/verification.ts';
import { sweep } from '#server/verification/sweep.ts';
import { photo, verifier } from './verifier.ts';
import { forEachDatabase, type World } from './world.ts';
import { roomy } from './roomy.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

forEachDatabase(open => {
  let world: World;
  let me: ReturnType<typeof verifier>;
  beforeEach(async () => {
    world = await open({ ...roomy, PUBLIC_ORIGIN: 'https://exchange.example' });
    me = verifier(world);
  });
  const files = async () => (await world.context.db.selectFrom('files').select('id').execute()).length;

  describe('the hand-off to a phone', () => {
    async function handed() {
      const claim = await me.claim();
      const { id } = await me.begun(claim);
      const answer = v.parse(VerificationHandoff, await (await me.handoff(id, claim)).json());
      const { origin, pathname, hash } = new URL(answer.url);
      expect([origin, pathname]).toEqual(['https://exchange.example', `/verify/${id}`]);
      return { claim, id, token: hash.slice(1), expiresAt: answer.expiresAt };
    }

    test('belongs to the device that opens it first, for half an hour', async () => {
      const { claim, id, token, expiresAt } = await handed();
      expect(Date.parse(expiresAt)).toBe(world.now() + 30 * MINUTE);
      const [phone, other] = [
        { token, device: randomUUID() },
        { token, device: randomUUID() },
      ];
      expect((await me.get(id, phone)).status).toBe(200);
      expect((await me.get(id, other)).status).toBe(404);
      expect((await me.get(id, { token, device: 'short' })).status).toBe(404);
      expect((await me.upload(id, phone, await photo())).status).toBe(201);
      expect((await me.confirm(id, phone)).status).toBe(200);
      // The owner sees what the phone did, before and after its time.
      expect(await (await me.status(id, claim)).json()).toEqual({ status: 'pending', reason: null });
      world.forward(30 * MINUTE - 1);
      expect((await me.get(id, phone)).status).toBe(200);
      world.forward(1);
      expect((await me.get(id, phone)).status).toBe(404);
      expect((await me.get(id, claim)).status).toBe(200);
    });

    test('binds one of two devices that open it at once', async () => {
      const { id, token } = await handed();
      const devices = Array.from({ length: 6 }, () => ({ token, device: randomUUID() }));
      const answers = await Promise.all(devices.map(device => me.get(id, device)));
      expect(answers.filter(answer => answer.status === 200)).toHaveLength(1);
      const [first, ...rest] = answers.map(answer => answer.status).toSorted();
      expect([first, new Set(rest)]).toEqual([200, new Set([404])]);
    });

    test('lets one device’s first requests in together', async () => {
      const { id, token } = await handed();
      const phone = { token, device: randomUUID() };
      const answers = await Promise.all([me.get(id, phone), me.status(id, phone), me.get(id, phone)]);
      expect(answers.map(answer => answer.status)).toEqual([200, 200, 200]);
    });

    test('opens its own verification only, hands on nothing, and stays out of the database', async () => {
      const [mine, theirs] = [await handed(), await handed()];
      const phone = { token: mine.token, device: randomUUID() };
      expect((await me.get(theirs.id, phone)).status).toBe(404);
      expect((await me.handoff(mine.id, phone)).status).toBe(404);
      expect((await me.list(mine.claim.id, phone)).status).toBe(404);
      expect((await me.get(mine.id, phone)).status).toBe(200);
      const rows = JSON.stringify(
        await world.context.db.selectFrom('handoffs').select(['token_hash', 'device_hash']).execute(),
      );
      expect(rows).not.toContain(mine.token);
      expect(rows).not.toContain(phone.device);
    });
  });

  describe('the sweep', () => {
    test('erases photos thirty days after the decision, not before', async () => {
      const [yes, no] = [await me.claim('2200000000000103'), await me.claim('2200000000000111')];
      const [good, bad] = [await me.sent(yes, 2), await me.sent(no)];
      world.forward(MINUTE);
      await me.decide(good.id, { approve: true });
      await me.decide(bad.id, { approve: false, reason: 'Не видно' });
      expect(await sweep(world.context)).toBe(0);
      world.forward(30 * DAY - 1);
      expect(await sweep(world.context)).toBe(0);
      expect(await files()).toBe(3);
      world.forward(1);
      expect(await sweep(world.context)).toBe(3);
      expect(await files()).toBe(0);
    });

    test('erases at once what nobody decided on when the claim is over', async () => {
      const claim = await me.claim();
      const { id } = await me.begun(claim);
      await me.upload(id, claim, await photo());
      expect(await sweep(world.context)).toBe(0);
      await me.me.about(claim.id, 'cancel', claim.secret);
      expect(await sweep(world.context)).toBe(1);
      expect(await files()).toBe(0);
      const row = await world.context.db.selectFrom('verifications').select('status').executeTakeFirst();
      expect(row?.status).toBe('expired');
    });

    test('keeps the photos that wait for a decision, also of a claim that is over', async () => {
      const claim = await me.claim();
      await me.sent(claim);
      await me.me.about(claim.id, 'cancel', claim.secret);
      world.forward(40 * DAY);
      expect(await sweep(world.context)).toBe(0);
      expect(await files()).toBe(1);
    });

    test('ends approvals after twelve months', async () => {
      const claim = await me.claim();
      const { id } = await me.sent(claim);
      await me.decide(id, { approve: true });
      world.forward(365 * DAY);
      await sweep(world.context);
      expect(await (await me.status(id, claim)).json()).toEqual({ status: 'expired', reason: null });
      const row = await world.context.db.selectFrom('verifications').select('status').executeTakeFirst();
      expect(row?.status).toBe('expired');
    });
  });
});
