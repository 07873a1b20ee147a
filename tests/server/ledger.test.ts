import { beforeEach, describe, expect, test } from 'vitest';
import { STATUSES, allows, isClosed, type Status } from '#core/claim/status.ts';
import { fromText } from '#core/exchange/amount.ts';
import { attempt } from '#server/claims/attempt.ts';
import { expiry, sweep } from '#server/claims/expiry.ts';
import { heldBy, transition } from '#server/claims/transition.ts';
import * as exchange from '#server/exchange.ts';
import { inProcess } from './applicant.ts';
import { expectLedger } from './balance.ts';
import { forEachDatabase, type World } from './world.ts';
import { roomy } from './roomy.ts';

const MINUTE = 60_000;

forEachDatabase((open, dialect) => {
  let world: World;
  let me: ReturnType<typeof inProcess>;
  beforeEach(async () => {
    world = await open(roomy);
    me = inProcess(world.app);
  });

  /** What everybody sees of the receive side: its free reserve and the most that one exchange may take, in units. */
  async function seen() {
    const { structure } = await me.pair('LTC', 'SBERRUB');
    return {
      free: fromText(await me.reserve('SBERRUB'), 2),
      max: fromText(structure.to.max ?? '0', 2),
      reserve: fromText(structure.to.reserve ?? '0', 2),
    };
  }
  const less = (before: Awaited<ReturnType<typeof seen>>, units: bigint) => ({
    free: before.free - units,
    max: before.max - units,
    reserve: before.reserve - units,
  });

  describe('the reserve', () => {
    test('and the limit fall by exactly the claim, and cancelling restores them', async () => {
      const before = await seen();
      const { id, secret, toSumma } = await me.create(
        await me.body('LTC', 'SBERRUB', { fromSumma: '1.23456789' }),
      );
      expect(await seen()).toEqual(less(before, fromText(toSumma, 2)));
      await expectLedger(world.context.db);
      await me.about(id, 'cancel', secret);
      expect(await seen()).toEqual(before);
      await expectLedger(world.context.db);
    });

    test('is free again when nobody paid in time, at the sweep or when somebody looks', async () => {
      const before = await seen();
      const one = await me.create(await me.body('LTC', 'SBERRUB'));
      const two = await me.create(await me.body('LTC', 'SBERRUB'));
      world.forward(30 * MINUTE - 1);
      expect(await sweep(world.context)).toBe(0);
      world.forward(1);
      const status = await me.about(one.id, 'status', one.secret);
      expect(await status.json()).toMatchObject({ status: 'expired' });
      expect(await (await me.about(two.id, 'status', null)).json()).toEqual({ status: 'expired' });
      expect(await sweep(world.context)).toBe(0);
      expect(await seen()).toEqual(before);
      await me.create(await me.body('LTC', 'SBERRUB'));
      world.forward(30 * MINUTE);
      expect(await sweep(world.context)).toBe(1);
      expect(await seen()).toEqual(before);
      await expectLedger(world.context.db);
    });

    test('is freed by the running server without anybody looking, and not after it has stopped', async () => {
      const before = await seen();
      await me.create(await me.body('LTC', 'SBERRUB'));
      world.forward(30 * MINUTE);
      const running = expiry(world.context);
      running.start();
      await expect.poll(seen, { interval: 100 }).toEqual(before);
      await running.stop();
      const { id } = await me.create(await me.body('LTC', 'SBERRUB'));
      world.forward(30 * MINUTE);
      await new Promise(resolve => setTimeout(resolve, 1_500));
      const row = world.context.db.selectFrom('claims').select('status').where('id', '=', id);
      expect(await row.executeTakeFirst()).toEqual({ status: 'waiting' });
    });

    test('is released once by two sweeps at once, on PostgreSQL of two servers', async () => {
      const before = await seen();
      for (let n = 0; n < 5; n++) await me.create(await me.body('LTC', 'SBERRUB'));
      world.forward(30 * MINUTE);
      // A data folder is one server's; there a second sweep is the same server's.
      const other =
        dialect === 'postgres' ? await exchange.open(world.config, world.context.log, world.now) : null;
      const counts = await Promise.all([sweep(world.context), sweep((other ?? world).context)]);
      await other?.close();
      expect(counts[0] + counts[1]).toBe(5);
      await world.context.catalogue.reload();
      expect(await seen()).toEqual(before);
      await expectLedger(world.context.db);
    });

    test('that open claims hold is short for the next one, who hears how much there is', async () => {
      const { max } = await seen();
      const most = (await me.pair('LTC', 'SBERRUB')).structure.from.max ?? '';
      await me.create(await me.body('LTC', 'SBERRUB', { fromSumma: '500' }));
      const response = await me.post({ ...(await me.body('LTC', 'SBERRUB', { fromSumma: most })) });
      const left = (await seen()).max;
      expect(left).toBeLessThan(max);
      expect(response.status).toBe(409);
      const answer = (await response.json()) as { code: string; limit: string };
      expect(answer.code).toBe('reserve_short');
      expect(fromText(answer.limit, 2)).toBe(left);
    });

    test('is never given twice to those who ask at once', async () => {
      const { free } = await seen();
      const bodies = await Promise.all(
        Array.from({ length: 12 }, () => me.body('LTC', 'SBERRUB', { fromSumma: '150' })),
      );
      const responses = await Promise.all(bodies.map(body => me.post(body)));
      const made = responses.filter(response => response.status === 201).length;
      expect(made).toBeGreaterThan(1);
      expect(responses.filter(response => response.status === 409).length).toBe(12 - made);
      expect((await seen()).free).toBe(free - BigInt(made) * fromText(bodies[0]?.toSumma ?? '', 2));
      await expectLedger(world.context.db);
    });
  });

  describe('a change of status', () => {
    const change = (id: string, to: Status, from?: Status) =>
      attempt(world.context.db, trx =>
        transition(trx, { id, to, actor: 'operator', now: world.now(), ...(from ? { from } : {}) }),
      );
    /** A claim put into a status without a way there, holding its reserve exactly when that status is open. */
    async function put(id: string, status: Status) {
      const { db } = world.context;
      const claim = await db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const held = await heldBy(db, id);
      const wanted = isClosed(status) ? 0n : claim.to_amount;
      if (held !== wanted) {
        const entry = { currency_id: claim.to_id, claim_id: id, amount_change: 0n, at: 0n };
        const row = {
          ...entry,
          held_change: wanted - held,
          kind: wanted > held ? 'hold' : 'release',
        } as const;
        await db.insertInto('reserve_entries').values(row).execute();
        await db
          .updateTable('reserves')
          .set(({ eb }) => ({ held: eb('held', '+', wanted - held) }))
          .where('currency_id', '=', claim.to_id)
          .execute();
      }
      await db.updateTable('claims').set({ status }).where('id', '=', id).execute();
    }

    test('happens exactly where the table allows it, and the reserve follows', async () => {
      const { db } = world.context;
      const { id } = await me.create(await me.body('LTC', 'SBERRUB'));
      let allowed = 0;
      for (const from of STATUSES)
        for (const to of STATUSES) {
          await put(id, from);
          const moved = await change(id, to);
          expect([from, to, moved.ok]).toEqual([from, to, allows(from, to)]);
          const now = await db
            .selectFrom('claims')
            .selectAll()
            .where('id', '=', id)
            .executeTakeFirstOrThrow();
          expect(now.status).toBe(moved.ok ? to : from);
          expect(await heldBy(db, id)).toBe(isClosed(now.status) ? 0n : now.to_amount);
          if (moved.ok) allowed++;
          else expect(moved).toMatchObject({ code: 'transition_forbidden', status: from });
        }
      const events = await db.selectFrom('claim_events').select('id').where('claim_id', '=', id).execute();
      // Two more were written when it was made.
      expect(events.length).toBe(allowed + 2);
      await expectLedger(db);
    });

    test('decided on another status than the present one is refused', async () => {
      const { id } = await me.create(await me.body('LTC', 'SBERRUB'));
      expect(await change(id, 'cancelled', 'requisites')).toMatchObject({ ok: false, status: 'waiting' });
      expect(await change('6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10', 'cancelled')).toEqual({
        ok: false,
        code: 'not_found',
      });
    });

    test('to completed pays the reserve out', async () => {
      const before = await seen();
      const { id, toSumma } = await me.create(await me.body('LTC', 'SBERRUB'));
      for (const to of ['confirming', 'aml', 'paid', 'payout', 'completed'] as const)
        expect(await change(id, to)).toMatchObject({ ok: true, claim: { status: to } });
      const after = await seen();
      expect(after.free).toBe(before.free - fromText(toSumma, 2));
      expect(await heldBy(world.context.db, id)).toBe(0n);
      await expectLedger(world.context.db);
    });

    test('of a late payment takes the reserve again, or waits on hold without it', async () => {
      const late = await me.create(await me.body('LTC', 'SBERRUB', { fromSumma: '500' }));
      await change(late.id, 'expired');
      const other = await me.create(await me.body('LTC', 'SBERRUB', { fromSumma: '500' }));
      expect(await change(late.id, 'hold')).toMatchObject({ ok: true });
      expect(await heldBy(world.context.db, late.id)).toBe(0n);
      expect(await change(late.id, 'paid')).toMatchObject({
        ok: false,
        code: 'reserve_short',
        status: 'hold',
      });
      await change(other.id, 'cancelled');
      expect(await change(late.id, 'paid')).toMatchObject({ ok: true });
      expect(await heldBy(world.context.db, late.id)).toBe(fromText(late.toSumma, 2));
      await change(other.id, 'hold');
      expect(await heldBy(world.context.db, other.id)).toBe(0n);
      expect(await change(other.id, 'rejected')).toMatchObject({ ok: true });
      expect(await heldBy(world.context.db, other.id)).toBe(0n);
    });
  });
});
