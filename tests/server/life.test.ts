import { beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { ClaimForm, ClaimHandoff } from '#core/contract/claim.ts';
import { fromText } from '#core/exchange/amount.ts';
import { offerLate } from '#server/claims/late.ts';
import { heldBy } from '#server/claims/transition.ts';
import { expectLedger } from './balance.ts';
import { maker, told } from './maker.ts';
import { forEachDatabase, type World } from './world.ts';
import { roomy } from './roomy.ts';
import { percent, received } from './sums.ts';

const MINUTE = 60_000;

forEachDatabase(open => {
  let world: World;
  beforeEach(async () => {
    world = await open(roomy);
  });

  describe('the client’s word', () => {
    test('that he has paid is taken once and heard again the same', async () => {
      const one = await maker(world, 'SBERRUB', 'USDTTRC20');
      expect((await one.status()).can).toEqual(['confirm', 'bill', 'cancel']);
      const [status, first] = await told(one.step('confirm'));
      expect([status, first.status]).toEqual([200, 'claimed']);
      expect(await told(one.step('confirm'))).toEqual([200, first]);
      const { history, can } = await one.status();
      expect(history.map(event => event.status)).toEqual(['new', 'waiting', 'claimed']);
      expect(can).toEqual(['bill']);
    });

    test('with an Idempotency-Key gets its first answer again, whatever came meanwhile', async () => {
      const one = await maker(world, 'LTC', 'SBERRUB');
      const other = await maker(world, 'LTC', 'SBERRUB');
      const keyed = { headers: { 'idempotency-key': 'confirm-0001' } };
      const [, first] = await told(one.step('confirm', keyed));
      await one.move('confirming');
      world.forward(1000);
      expect(await told(one.step('confirm', keyed))).toEqual([200, first]);
      expect((await told(one.step('confirm')))[1].status).toBe('confirming');
      expect(await told(other.step('confirm', keyed))).toMatchObject([409, { code: 'idempotency_conflict' }]);
      expect((await other.status()).status).toBe('waiting');
      const bad = await told(other.step('confirm', { headers: { 'idempotency-key': 'short' } }));
      expect(bad).toMatchObject([400, { codes: { 'Idempotency-Key': 'body_invalid' } }]);
    });

    test('comes too late when the time to pay is over', async () => {
      const one = await maker(world, 'SBERRUB', 'USDTTRC20');
      world.forward(20 * MINUTE);
      const answer = await told(one.step('confirm'));
      expect(answer).toMatchObject([409, { code: 'transition_forbidden', status: 'expired' }]);
    });
  });

  test('how to pay is told in the form, and not once the claim is closed', async () => {
    const one = await maker(world, 'LTC', 'SBERRUB');
    const form = v.parse(ClaimForm, (await told(one.step('form', { method: 'GET' })))[1]);
    const requisite = await (await one.me.about(one.id, 'requisite', one.secret)).json();
    expect(form).toEqual({ kind: 'requisites', requisite });
    await told(one.step('cancel'));
    const closed = await told(one.step('form', { method: 'GET' }));
    expect(closed).toEqual([200, { kind: 'requisites', requisite: null }]);
  });

  test('the address for another device holds the secret in its fragment', async () => {
    const one = await maker(world, 'LTC', 'SBERRUB');
    const { url } = v.parse(ClaimHandoff, (await told(one.step('handoff')))[1]);
    expect(url).toBe(`${world.config.publicOrigin}/claim/${one.id}#${one.secret}`);
  });

  test('without the secret, or with a wrong one, every call is as of an unknown claim', async () => {
    const one = await maker(world, 'LTC', 'SBERRUB');
    const unknown = '6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10';
    const calls = ['confirm', 'bill', 'accept', 'refund', 'handoff', 'cancel'].map(call => [call, 'POST']);
    for (const [call = '', method = ''] of [...calls, ['form', 'GET'], ['bill/abc', 'DELETE']]) {
      const nobody = await told(one.me.step(unknown, call, one.secret, { method }));
      expect(nobody).toMatchObject([404, { code: 'not_found' }]);
      for (const secret of [null, '', `${one.secret}x`, one.secret.toLowerCase()])
        expect([call, ...(await told(one.me.step(one.id, call, secret, { method })))]).toEqual([
          call,
          ...nobody,
        ]);
    }
    expect((await one.status()).status).toBe('waiting');
  });

  describe('money', () => {
    test.each([
      ['LTC', 'SBERRUB', ['new', 'waiting', 'confirming']],
      ['SBERRUB', 'USDTTRC20', ['new', 'waiting', 'claimed', 'paid']],
    ])('to the last digit takes %s → %s on', async (from, to, way) => {
      const one = await maker(world, from, to);
      expect(await one.pay(one.claim.fromSumma)).toMatchObject({ ok: true });
      const status = await one.status();
      expect(status.history.map(event => event.status)).toEqual(way);
      expect(status).toMatchObject({ received: status.fromSumma, recalculations: [], reason: null });
      expect(status.toSumma).toBe(one.claim.toSumma);
      await expectLedger(world.context.db);
    });

    test.each([
      ['LTC', 'SBERRUB', 9_951n, 'confirming'],
      ['LTC', 'SBERRUB', 10_049n, 'confirming'],
      ['SBERRUB', 'LTC', 9_951n, 'paid'],
      ['SBERRUB', 'LTC', 10_049n, 'paid'],
    ])(
      'of %s → %s at %i hundredths of a percent is accepted and counted anew',
      async (from, to, share, then) => {
        const one = await maker(world, from, to);
        const { fromSumma, toSumma } = one.claim;
        const came = percent(fromSumma, share);
        await one.pay(came);
        const status = await one.status();
        expect(status).toMatchObject({ status: then, reason: null, fromSumma: came, received: came });
        expect(status.toSumma).toBe(received(came, toSumma, one.claim.course));
        expect(status.recalculations).toMatchObject([{ state: 'applied', toSumma: status.toSumma }]);
        expect(await heldBy(world.context.db, one.id)).toBe((await one.row()).to_amount);
        await expectLedger(world.context.db);
      },
    );

    test.each([
      ['LTC', 'SBERRUB', 9_900n, 'underpaid', ['confirming', 'hold']],
      ['LTC', 'SBERRUB', 10_100n, 'overpaid', ['confirming', 'hold']],
      ['SBERRUB', 'LTC', 5_000n, 'underpaid', ['claimed', 'hold']],
      ['SBERRUB', 'LTC', 20_000n, 'overpaid', ['claimed', 'hold']],
    ])(
      'of %s → %s at %i is %s: on hold with an offer, taken twice as once',
      async (from, to, share, reason, way) => {
        const one = await maker(world, from, to);
        const came = percent(one.claim.fromSumma, share);
        await one.pay(came);
        const held = await one.status();
        expect(held.history.slice(2).map(event => event.status)).toEqual(way);
        expect(held).toMatchObject({
          reason,
          fromSumma: one.claim.fromSumma,
          can: ['bill', 'accept', 'refund'],
        });
        const toSumma = received(came, one.claim.toSumma, one.claim.course);
        expect(held.recalculations).toMatchObject([{ reason, fromSumma: came, toSumma, state: 'offered' }]);
        const [status, taken] = await told(one.step('accept'));
        expect([status, taken]).toMatchObject([200, { status: 'paid', fromSumma: came, toSumma }]);
        expect(await told(one.step('accept'))).toEqual([200, taken]);
        expect(await heldBy(world.context.db, one.id)).toBe((await one.row()).to_amount);
        await expectLedger(world.context.db);
        expect(await told(one.step('refund'))).toMatchObject([409, { status: 'paid' }]);
      },
    );

    test('that was missing may come after it, and the claim goes on', async () => {
      const one = await maker(world, 'LTC', 'SBERRUB', '2');
      await one.pay('1.5', { reference: 'a' });
      expect((await one.status()).status).toBe('hold');
      await one.pay('0.5', { reference: 'b' });
      const status = await one.status();
      expect(status).toMatchObject({ status: 'confirming', received: '2.00000000', can: [] });
      expect(status.recalculations).toMatchObject([{ state: 'refused' }]);
      await expectLedger(world.context.db);
    });

    test('that is missing is what the client is asked for', async () => {
      const one = await maker(world, 'LTC', 'SBERRUB', '2');
      const asked = async () =>
        (await (await one.me.about(one.id, 'requisite', one.secret)).json()) as object;
      expect(await asked()).toMatchObject({ amount: '2.00000000' });
      await one.pay('1.5');
      expect(await asked()).toMatchObject({ amount: '0.50000000' });
      await one.move('waiting');
      expect(await asked()).toMatchObject({ amount: '0.50000000' });
      await one.pay('0.5');
      expect(await asked()).toMatchObject({ amount: '2.00000000' });
      expect((await one.status()).status).toBe('confirming');
    });

    test('told again with the same reference is the same money', async () => {
      const one = await maker(world, 'LTC', 'SBERRUB', '2');
      for (let n = 0; n < 3; n++) await one.pay('2', { reference: 'tx' });
      expect(await one.status()).toMatchObject({ status: 'confirming', received: '2.00000000' });
    });

    test('for a claim that nobody was told to pay is refused', async () => {
      const one = await maker(world, 'SBERRUB', 'USDTTRC20', '20000');
      expect((await one.status()).status).toBe('verification');
      expect(await one.pay('20000')).toMatchObject({ ok: false, status: 'verification' });
      expect((await one.status()).received).toBe(null);
    });

    test('that more of comes in while it is paid out changes nothing but the sum received', async () => {
      const one = await maker(world, 'LTC', 'SBERRUB', '2');
      await one.pay('2');
      await one.move('aml', 'paid', 'payout');
      await one.pay('2');
      expect(await one.status()).toMatchObject({ status: 'payout', received: '4.00000000' });
    });

    test('is in the send side’s reserve once the claim is completed, as it came', async () => {
      const one = await maker(world, 'LTC', 'SBERRUB', '2');
      const before = [await one.me.reserve('LTC'), await one.me.reserve('SBERRUB')];
      await one.pay('1.995');
      await one.move('aml', 'paid', 'payout', 'completed');
      const after = [await one.me.reserve('LTC'), await one.me.reserve('SBERRUB')];
      expect(fromText(after[0] ?? '', 8) - fromText(before[0] ?? '', 8)).toBe(fromText('1.995', 8));
      const { toSumma } = await one.status();
      const whole = fromText(before[1] ?? '', 2) + fromText(one.claim.toSumma, 2);
      expect(fromText(after[1] ?? '', 2)).toBe(whole - fromText(toSumma, 2));
      await expectLedger(world.context.db);
    });
  });

  describe('money that comes late', () => {
    /** The operator's course of one dollar's worth of coins, as prices move by it. */
    const freeze = async (text: string | null) => {
      const one = await maker(world, 'LTC', 'SBERRUB');
      const { from_id, to_id } = await one.row();
      await one.move('cancelled');
      const rest = { margin: null, discount: null, max: null, closed: null };
      await world.context.db
        .insertInto('pairs')
        .values({ from_id, to_id, ...rest, frozen_course: text })
        .onConflict(conflict => conflict.columns(['from_id', 'to_id']).doUpdateSet({ frozen_course: text }))
        .execute();
    };

    test.each([
      ['lower', '7000'],
      ['higher', '9000'],
    ])('is offered at the %s of two courses only when that is less', async (_, now) => {
      const one = await maker(world, 'LTC', 'SBERRUB', '2');
      world.forward(30 * MINUTE);
      expect((await one.status()).status).toBe('expired');
      await freeze(now);
      await one.pay('2');
      const least = Number(now) < Number(one.claim.course) ? now : one.claim.course;
      const status = await one.status();
      expect(status).toMatchObject({ status: 'hold', reason: 'paid_late', toSumma: one.claim.toSumma });
      const toSumma = received('2.00000000', '0.00', least);
      expect(status.recalculations).toMatchObject([{ course: least, toSumma, state: 'offered' }]);
      expect(await heldBy(world.context.db, one.id)).toBe((await one.row()).to_amount);
      const [code, taken] = await told(one.step('accept'));
      expect([code, taken]).toMatchObject([200, { status: 'paid', course: least, toSumma }]);
      await expectLedger(world.context.db);
    });

    test('finds a claim that nobody has looked at expired, and a cancelled one', async () => {
      const [one, two] = [await maker(world, 'LTC', 'SBERRUB'), await maker(world, 'SBERRUB', 'LTC')];
      await told(two.step('cancel'));
      await two.pay(two.claim.fromSumma);
      expect(await two.status()).toMatchObject({ status: 'hold', reason: 'paid_late' });
      world.forward(30 * MINUTE);
      await one.pay(one.claim.fromSumma);
      const status = await one.status();
      expect(status.history.map(event => event.status)).toEqual(['new', 'waiting', 'expired', 'hold']);
      await expectLedger(world.context.db);
    });

    test('is late of coins by the network’s clock, of a transfer not when its client said in time that it is sent', async () => {
      const [coins, transfer] = [await maker(world, 'LTC', 'SBERRUB'), await maker(world, 'SBERRUB', 'LTC')];
      for (const one of [coins, transfer]) await told(one.step('confirm'));
      world.forward(31 * MINUTE);
      for (const one of [coins, transfer]) await one.pay(one.claim.fromSumma);
      expect(await coins.status()).toMatchObject({ status: 'hold', reason: 'paid_late' });
      expect(await transfer.status()).toMatchObject({ status: 'paid', reason: null });
    });

    test('without reserve left waits on hold, can be taken once there is some, or sent back', async () => {
      const one = await maker(world, 'LTC', 'SBERRUB', '500');
      world.forward(30 * MINUTE);
      await one.status();
      const other = await maker(world, 'LTC', 'SBERRUB', '500');
      await one.pay('500');
      expect(await heldBy(world.context.db, one.id)).toBe(0n);
      const short = await told(one.step('accept'));
      expect(short).toMatchObject([409, { code: 'reserve_waiting', status: 'hold' }]);
      expect((await one.status()).recalculations).toMatchObject([{ state: 'offered' }]);
      await other.move('cancelled');
      expect(await told(one.step('accept'))).toMatchObject([200, { status: 'paid' }]);
      await expectLedger(world.context.db);
    });

    test('noted by somebody who knows no course is offered by the server', async () => {
      const one = await maker(world, 'LTC', 'SBERRUB');
      world.forward(30 * MINUTE);
      await one.pay(one.claim.fromSumma, { blind: true });
      expect(await one.status()).toMatchObject({ status: 'hold', can: ['bill'], recalculations: [] });
      expect(await offerLate(world.context)).toBe(1);
      expect(await offerLate(world.context)).toBe(0);
      expect(await one.status()).toMatchObject({
        can: ['bill', 'accept', 'refund'],
        recalculations: [{ course: one.claim.course, toSumma: one.claim.toSumma }],
      });
    });
  });
});
