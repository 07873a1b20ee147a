import { beforeEach, describe, expect, test } from 'vitest';
import { STATUSES, actions, allows, isClosed, type Status } from '#core/claim/status.ts';
import { attempt } from '#server/claims/attempt.ts';
import { heldBy, transition } from '#server/claims/transition.ts';
import { expectLedger } from './balance.ts';
import { maker, told } from './maker.ts';
import { pdf } from './pictures.ts';
import { forEachDatabase, type World } from './world.ts';
import { roomy } from './roomy.ts';

/** A way from `waiting` to each status, as operators and money take it; null: where a claim begins. */
const WAYS: Readonly<Record<Status, readonly Status[] | null>> = {
  new: null,
  verification: null,
  requisites: null,
  waiting: [],
  claimed: ['claimed'],
  confirming: ['confirming'],
  aml: ['confirming', 'aml'],
  hold: ['confirming', 'hold'],
  paid: ['claimed', 'paid'],
  payout: ['claimed', 'paid', 'payout'],
  payout_error: ['claimed', 'paid', 'payout', 'payout_error'],
  refunding: ['confirming', 'hold', 'refunding'],
  completed: ['claimed', 'paid', 'payout', 'completed'],
  refunded: ['confirming', 'hold', 'refunding', 'refunded'],
  rejected: ['confirming', 'hold', 'rejected'],
  expired: ['expired'],
  cancelled: ['cancelled'],
};

/** The client's own steps: where each leads from a status that has it. */
const STEPS = {
  confirm: { from: ['waiting'], to: 'claimed' },
  cancel: { from: ['new', 'verification', 'requisites', 'waiting'], to: 'cancelled' },
  accept: { from: ['hold'], to: 'paid' },
  refund: { from: ['hold', 'refunding'], to: 'refunding' },
} as const satisfies Record<string, { from: readonly Status[]; to: Status }>;
type Step = keyof typeof STEPS;

const WALLET = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1';

forEachDatabase(open => {
  let world: World;
  beforeEach(async () => {
    world = await open(roomy);
  });

  /** A claim in a status, reached as claims are; on hold with an offer to the client. */
  async function claimIn(status: Status) {
    const one =
      status === 'verification'
        ? await maker(world, 'SBERRUB', 'USDTTRC20', '20000')
        : await maker(world, 'LTC', 'SBERRUB', '2');
    const way = WAYS[status];
    if (way === null && status !== 'verification')
      // Passed within the moment of creation, or without anywhere to pay: only written directly.
      await world.context.db
        .updateTable('claims')
        .set({ status, pay_to: null })
        .where('id', '=', one.id)
        .execute();
    else if (status === 'hold') await one.pay('1');
    else await one.move(...(way ?? []));
    expect((await one.row()).status).toBe(status);
    return one;
  }

  describe.each(STATUSES)('in %s', status => {
    test('each step of the client is taken exactly where the table has it, else 409 with the status', async () => {
      const { offered, refundKnown } = { offered: status === 'hold', refundKnown: false };
      for (const step of Object.keys(STEPS) as Step[]) {
        const one = await claimIn(status);
        const before = await one.status();
        expect(before.can).toEqual(
          actions(status, { offered, refundKnown: status === 'verification' || refundKnown }),
        );
        const { from, to } = STEPS[step];
        const body = JSON.stringify(step === 'refund' ? { requisites: { refund: WALLET } } : {});
        const answer = await told(one.step(step, { body }));
        const allowed = (from as readonly Status[]).includes(status);
        // Cancelled or confirmed before is no other wish.
        const again = step === 'cancel' && status === 'cancelled';
        const said =
          step === 'confirm' &&
          !isClosed(status) &&
          before.history.some(({ status }) => status === 'claimed');
        if (allowed || again || said)
          expect([step, ...answer]).toMatchObject([step, 200, { status: allowed ? to : status }]);
        else expect([step, ...answer]).toMatchObject([step, 409, { code: 'transition_forbidden', status }]);
        if (allowed) expect((await told(one.step(step, { body })))[0]).toBe(200);
        else expect((await one.status()).history).toEqual(before.history);
        const { to_amount, status: now } = await one.row();
        expect(await heldBy(world.context.db, one.id)).toBe(isClosed(now) ? 0n : to_amount);
      }
      await expectLedger(world.context.db);
    });

    test('a receipt is taken exactly where the table has it', async () => {
      const one = await claimIn(status);
      const body = new FormData();
      body.append('file', new File([new Uint8Array(pdf())], 'receipt.pdf'));
      const answer = await told(one.step('bill', { body }));
      const may = ['waiting', 'claimed', 'hold'].includes(status);
      expect(answer).toMatchObject(may ? [201, { status }] : [409, { code: 'transition_forbidden', status }]);
      expect((await one.status()).bills.length).toBe(may ? 1 : 0);
    });

    test('the operator’s changes are those of the table, the reserve follows, the history tells', async () => {
      for (const to of STATUSES) {
        const one = await claimIn(status);
        const { history } = await one.status();
        const change = { id: one.id, to, actor: 'operator', now: world.now() } as const;
        const moved = await attempt(world.context.db, trx => transition(trx, change));
        expect([to, moved.ok]).toEqual([to, allows(status, to)]);
        const after = await one.status();
        expect(after.status).toBe(moved.ok ? to : status);
        expect(after.history.length).toBe(history.length + (moved.ok ? 1 : 0));
        const { to_amount } = await one.row();
        expect(await heldBy(world.context.db, one.id)).toBe(isClosed(after.status) ? 0n : to_amount);
        // Freed for the next one: the reserve is finite.
        if (!isClosed(after.status)) await release(one.id);
      }
    });
  });

  /** Ends a claim by the table, whatever it is in. */
  async function release(id: string) {
    const ends: Partial<Record<Status, readonly Status[]>> = {
      new: ['cancelled'],
      verification: ['cancelled'],
      requisites: ['cancelled'],
      waiting: ['cancelled'],
      claimed: ['expired'],
      confirming: ['hold', 'rejected'],
      aml: ['hold', 'rejected'],
      hold: ['rejected'],
      paid: ['hold', 'rejected'],
      payout: ['completed'],
      payout_error: ['payout', 'completed'],
      refunding: ['refunded'],
    };
    const { status } = await world.context.db
      .selectFrom('claims')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const to of ends[status] ?? []) {
      const change = { id, to, actor: 'operator', now: world.now() } as const;
      const moved = await attempt(world.context.db, trx => transition(trx, change));
      expect(moved.ok).toBe(true);
    }
  }
});
