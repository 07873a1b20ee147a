import { describe, expect, test } from 'vitest';
import { CLAIM_STATUSES, isClosedStatus, type ClaimStatusCode } from '#core/claim/status.ts';
import { decimalToUnits } from '#core/exchange/amount.ts';
import { createClaimExpiryJob, expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import { getHeldAmount } from '#server/exchange/catalogue/reserveLedger.ts';
import { listNextStatuses } from '#server/exchange/claims/status/nextStatuses.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import { bootstrapExchange } from '#server/bootstrap.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { tryChange } from '../support/tryChange.ts';

const MINUTE_MS = 60_000;

forEachDatabase((startServer, dialect) => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const client = createBeforeEach(() => createInProcessClient(testServer.app));

  /** Reads the public figures of the receive side: its free reserve and the maximum of one exchange, in units. */
  async function readReserve() {
    const { structure } = await client.fetchPair('LTC', 'SBERRUB');
    return {
      free: decimalToUnits(await client.fetchReserve('SBERRUB'), 2),
      max: decimalToUnits(structure.to.max ?? '0', 2),
      reserve: decimalToUnits(structure.to.reserve ?? '0', 2),
    };
  }
  const subtractUnits = (before: Awaited<ReturnType<typeof readReserve>>, units: bigint) => ({
    free: before.free - units,
    max: before.max - units,
    reserve: before.reserve - units,
  });

  describe('the reserve', () => {
    test('and the limit fall by exactly the claim, and cancelling restores them', async () => {
      const before = await readReserve();
      const { id, secret, toSumma } = await client.createClaim(
        await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '1.23456789' }),
      );
      expect(await readReserve()).toEqual(subtractUnits(before, decimalToUnits(toSumma, 2)));
      await expectBalancedLedger(testServer.context.db);
      await client.fetchClaim(id, 'cancel', secret);
      expect(await readReserve()).toEqual(before);
      await expectBalancedLedger(testServer.context.db);
    });

    test('is released on expiry by the cleanup or by a read', async () => {
      const before = await readReserve();
      const one = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'));
      const two = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'));
      testServer.advanceClock(30 * MINUTE_MS - 1);
      expect(await expireOverdueClaims(testServer.context)).toBe(0);
      testServer.advanceClock(1);
      const status = await client.fetchClaim(one.id, 'status', one.secret);
      expect(await status.json()).toMatchObject({ status: 'expired' });
      expect(await (await client.fetchClaim(two.id, 'status', null)).json()).toEqual({ status: 'expired' });
      expect(await expireOverdueClaims(testServer.context)).toBe(0);
      expect(await readReserve()).toEqual(before);
      await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'));
      testServer.advanceClock(30 * MINUTE_MS);
      expect(await expireOverdueClaims(testServer.context)).toBe(1);
      expect(await readReserve()).toEqual(before);
      await expectBalancedLedger(testServer.context.db);
    });

    test('is released by the running server, and not after it stops', async () => {
      const before = await readReserve();
      await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'));
      testServer.advanceClock(30 * MINUTE_MS);
      const running = createClaimExpiryJob(testServer.context);
      running.start();
      await expect.poll(readReserve, { interval: 100 }).toEqual(before);
      await running.stop();
      const { id } = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'));
      testServer.advanceClock(30 * MINUTE_MS);
      await new Promise(resolve => setTimeout(resolve, 1_500));
      const row = testServer.context.db.selectFrom('claims').select('status').where('id', '=', id);
      expect(await row.executeTakeFirst()).toEqual({ status: 'waiting' });
    });

    test('is released once by two concurrent cleanups', async () => {
      const before = await readReserve();
      for (let n = 0; n < 5; n++) await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'));
      testServer.advanceClock(30 * MINUTE_MS);
      // A data folder belongs to one server, so on SQLite the same server runs both cleanups.
      const otherServer =
        dialect === 'postgres'
          ? await bootstrapExchange(testServer.config, testServer.context.log, testServer.now)
          : null;
      const counts = await Promise.all([
        expireOverdueClaims(testServer.context),
        expireOverdueClaims((otherServer ?? testServer).context),
      ]);
      await otherServer?.close();
      expect(counts[0] + counts[1]).toBe(5);
      await testServer.context.catalogue.reload();
      expect(await readReserve()).toEqual(before);
      await expectBalancedLedger(testServer.context.db);
    });

    test('refuses a claim beyond the free reserve with the limit', async () => {
      const { max } = await readReserve();
      const maxSend = (await client.fetchPair('LTC', 'SBERRUB')).structure.from.max ?? '';
      await client.createClaim(await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '500' }));
      const response = await client.postClaim({
        ...(await client.buildClaim('LTC', 'SBERRUB', { fromSumma: maxSend })),
      });
      const remaining = (await readReserve()).max;
      expect(remaining).toBeLessThan(max);
      expect(response.status).toBe(409);
      const body = (await response.json()) as { code: string; limit: string };
      expect(body.code).toBe('reserve_short');
      expect(decimalToUnits(body.limit, 2)).toBe(remaining);
    });

    test('is never held twice by concurrent claims', async () => {
      const { free } = await readReserve();
      const bodies = await Promise.all(
        Array.from({ length: 12 }, () => client.buildClaim('LTC', 'SBERRUB', { fromSumma: '150' })),
      );
      const responses = await Promise.all(bodies.map(body => client.postClaim(body)));
      const created = responses.filter(response => response.status === 201).length;
      expect(created).toBeGreaterThan(1);
      expect(responses.filter(response => response.status === 409).length).toBe(12 - created);
      expect((await readReserve()).free).toBe(
        free - BigInt(created) * decimalToUnits(bodies[0]?.toSumma ?? '', 2),
      );
      await expectBalancedLedger(testServer.context.db);
    });
  });

  describe('a change of status', () => {
    const changeStatus = (id: string, to: ClaimStatusCode, from?: ClaimStatusCode) =>
      tryChange(testServer.context.db, trx =>
        transitionClaim(testServer.context, trx, {
          id,
          to,
          actor: 'operator',
          now: testServer.now(),
          ...(from ? { from } : {}),
        }),
      );
    /** Writes a status directly, without transitions. The claim holds its reserve if the status is open. */
    async function forceStatus(id: string, status: ClaimStatusCode) {
      const { db } = testServer.context;
      const claim = await db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const held = await getHeldAmount(db, id);
      const expectedHeld = isClosedStatus(status) ? 0n : claim.to_amount;
      if (held !== expectedHeld) {
        const entry = { currency_id: claim.to_id, claim_id: id, amount_change: 0n, at: 0n };
        const row = {
          ...entry,
          held_change: expectedHeld - held,
          kind: expectedHeld > held ? 'hold' : 'release',
        } as const;
        await db.insertInto('reserve_entries').values(row).execute();
        await db
          .updateTable('reserves')
          .set(({ eb }) => ({ held: eb('held', '+', expectedHeld - held) }))
          .where('currency_id', '=', claim.to_id)
          .execute();
      }
      await db.updateTable('claims').set({ status }).where('id', '=', id).execute();
    }

    test('is allowed exactly by the table, and updates the reserve', async () => {
      const { db } = testServer.context;
      const { id } = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'));
      let allowed = 0;
      for (const from of CLAIM_STATUSES)
        for (const to of CLAIM_STATUSES) {
          await forceStatus(id, from);
          const result = await changeStatus(id, to);
          // Before there is anything to pay, only a course that moved leads to a hold.
          const isUnexplainedHold = to === 'hold' && ['verification', 'requisites'].includes(from);
          const next = listNextStatuses(from, { isCrypto: true, isMoneyReceived: false });
          expect([from, to, result.ok]).toEqual([from, to, next.includes(to) && !isUnexplainedHold]);
          const claim = await db
            .selectFrom('claims')
            .selectAll()
            .where('id', '=', id)
            .executeTakeFirstOrThrow();
          expect(claim.status).toBe(result.ok ? to : from);
          expect(await getHeldAmount(db, id)).toBe(isClosedStatus(claim.status) ? 0n : claim.to_amount);
          if (result.ok) allowed++;
          else expect(result).toMatchObject({ code: 'transition_forbidden', status: from });
        }
      const events = await db.selectFrom('claim_events').select('id').where('claim_id', '=', id).execute();
      // Creating the claim wrote two events.
      expect(events.length).toBe(allowed + 2);
      await expectBalancedLedger(db);
    });

    test('is refused if the current status differs', async () => {
      const { id } = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'));
      expect(await changeStatus(id, 'cancelled', 'requisites')).toMatchObject({
        ok: false,
        status: 'waiting',
      });
      expect(await changeStatus('6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10', 'cancelled')).toEqual({
        ok: false,
        code: 'not_found',
      });
    });

    test('to completed pays the reserve out', async () => {
      const before = await readReserve();
      const { id, toSumma } = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB'));
      for (const to of ['confirming', 'aml', 'paid', 'payout', 'completed'] as const)
        expect(await changeStatus(id, to)).toMatchObject({ ok: true, claim: { status: to } });
      const after = await readReserve();
      expect(after.free).toBe(before.free - decimalToUnits(toSumma, 2));
      expect(await getHeldAmount(testServer.context.db, id)).toBe(0n);
      await expectBalancedLedger(testServer.context.db);
    });

    test('of a late payment takes the reserve again, or stays on hold', async () => {
      const late = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '500' }));
      await changeStatus(late.id, 'expired');
      const other = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '500' }));
      expect(await changeStatus(late.id, 'hold')).toMatchObject({ ok: true });
      expect(await getHeldAmount(testServer.context.db, late.id)).toBe(0n);
      expect(await changeStatus(late.id, 'confirming')).toMatchObject({
        ok: false,
        code: 'reserve_waiting',
        status: 'hold',
      });
      await changeStatus(other.id, 'cancelled');
      expect(await changeStatus(late.id, 'confirming')).toMatchObject({ ok: true });
      expect(await getHeldAmount(testServer.context.db, late.id)).toBe(decimalToUnits(late.toSumma, 2));
      await changeStatus(other.id, 'hold');
      expect(await getHeldAmount(testServer.context.db, other.id)).toBe(0n);
      expect(await changeStatus(other.id, 'rejected')).toMatchObject({ ok: true });
      expect(await getHeldAmount(testServer.context.db, other.id)).toBe(0n);
    });
  });
});
