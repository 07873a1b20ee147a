import { describe, expect, test } from 'vitest';
import { ClaimStatus, type ClaimCreated } from '#core/contract/claim.ts';
import { Settings } from '#core/contract/calculator.ts';
import * as v from 'valibot';
import { app } from '#server/app.ts';
import { attempt } from '#server/claims/attempt.ts';
import { transition } from '#server/claims/transition.ts';
import type { Context } from '#server/context.ts';
import { operator, play } from '#server/demo/operator.ts';
import { placeFields } from '#server/claims/place.ts';
import { filled, inProcess } from './applicant.ts';
import { expectLedger } from './balance.ts';
import { forEachDatabase, world as openWorld, type Open } from './world.ts';

/** A world whose server is a demonstration, on either database. */
async function demo(open: Open) {
  const world = await open();
  const context: Context = { ...world.context, config: { ...world.config, operator: 'demo' } };
  const server = app(context);
  const person = inProcess(server);
  return {
    ...world,
    context,
    server,
    person,
    /** Moves the clock second by second, the play-back with it, and answers what the claim was seen to be. */
    async seconds(count: number, claim: ClaimCreated) {
      const seen: ClaimStatus[] = [];
      for (let second = 0; second < count; second++) {
        world.forward(1_000);
        await play(context);
        const response = await person.about(claim.id, 'status', claim.secret);
        seen.push(v.parse(ClaimStatus, await response.json()));
      }
      return seen;
    },
    claimed: (claim: ClaimCreated) =>
      server.request(`/api/v1/claim/${claim.id}/confirm/`, {
        method: 'POST',
        headers: { 'x-claim-secret': claim.secret },
      }),
    settings: async () =>
      v.parse(Settings, await (await server.request('/api/v1/calculator/settings/')).json()),
  };
}

const met = (seen: ClaimStatus[]) => [...new Set(seen.map(({ status }) => status))];

forEachDatabase(open => {
  test('a paid crypto claim goes to its end by itself in seconds, its confirmations grow', async () => {
    const { person, seconds, claimed, context } = await demo(open);
    const claim = await person.create(await person.body('USDTTRC20', 'SBERRUB'));
    expect(met(await seconds(30, claim))).toEqual(['waiting']);
    expect((await claimed(claim)).status).toBe(200);
    const seen = await seconds(20, claim);
    expect(met(seen)).toEqual(['claimed', 'confirming', 'aml', 'paid', 'payout', 'completed']);
    const grown = seen.flatMap(({ confirmations }) => (confirmations ? [confirmations.have] : []));
    expect([...new Set(grown)]).toEqual([0, 1, 2]);
    expect(grown).toEqual(grown.toSorted());
    expect(seen.every(status => status.demo)).toBe(true);
    expect(seen.at(-1)).toMatchObject({ received: claim.fromSumma, confirmations: null });
    await expectLedger(context.db);
  });

  test('a card payment is there at once: no network confirms it', async () => {
    const { person, seconds, claimed } = await demo(open);
    const claim = await person.create(await person.body('SBERRUB', 'TON'));
    await claimed(claim);
    expect(met(await seconds(15, claim))).toEqual(['claimed', 'paid', 'payout', 'completed']);
  });

  test('paid in the last second is paid in time, though it is seen later', async () => {
    const { person, seconds, claimed, forward } = await demo(open);
    const claim = await person.create(await person.body('SBERRUB', 'TON'));
    forward(20 * 60_000 - 1);
    await claimed(claim);
    expect(met(await seconds(15, claim)).at(-1)).toBe('completed');
  });

  test('a card that was sent in is approved, its claim waits for payment', async () => {
    const { person, seconds, context, now } = await demo(open);
    const claim = await person.create(await person.body('SBERRUB', 'TON', { verification: true }));
    expect(claim.status).toBe('verification');
    await context.db
      .insertInto('verifications')
      .values({
        id: '5b0c5f2e-3d0a-4c39-9d1f-0a8f3c1a7e12',
        claim_id: claim.id,
        status: 'pending',
        reason: null,
        bin: '220000',
        last4: '0004',
        card_hash: 'hash',
        expires_at: null,
        decided_at: null,
        created_at: BigInt(now()),
        updated_at: BigInt(now()),
      })
      .execute();
    const seen = await seconds(6, claim);
    expect(met(seen)).toEqual(['verification', 'waiting']);
    expect(seen.at(-1)?.verification?.status).toBe('approved');
  });

  test('a refund waits for its place, then is made', async () => {
    const { person, seconds, claimed, context, now, server } = await demo(open);
    const claim = await person.create(await person.body('USDTTRC20', 'SBERRUB'));
    await claimed(claim);
    for (const to of ['hold', 'refunding'] as const)
      await attempt(context.db, trx => transition(trx, { id: claim.id, to, actor: 'operator', now: now() }));
    expect(met(await seconds(10, claim))).toEqual(['refunding']);
    const from = context.catalogue.byCode('USDTTRC20');
    const answer = await server.request(`/api/v1/claim/${claim.id}/refund/`, {
      method: 'POST',
      headers: { 'x-claim-secret': claim.secret, 'content-type': 'application/json' },
      body: JSON.stringify({ requisites: filled(from ? placeFields(from) : [], 'USDTTRC20') }),
    });
    expect(answer.status).toBe(200);
    expect(met(await seconds(6, claim))).toEqual(['refunding', 'refunded']);
  });

  test('a hold and a claim of the simulator stay for somebody to move', async () => {
    const { person, seconds, claimed, context, now } = await demo(open);
    const held = await person.create(await person.body('USDTTRC20', 'SBERRUB'));
    const own = await person.create(await person.body('USDTTRC20', 'SBERRUB'));
    await context.db.insertInto('simulated_claims').values({ claim_id: own.id }).execute();
    await claimed(own);
    await claimed(held);
    const change = { id: held.id, to: 'hold', reason: 'manual', actor: 'operator', now: now() } as const;
    await attempt(context.db, trx => transition(trx, change));
    expect(met(await seconds(20, held))).toEqual(['hold']);
    expect(met(await seconds(1, own))).toEqual(['claimed']);
  });

  test('the settings say what it is', async () => {
    expect((await (await demo(open)).settings()).demo).toBe(true);
  });
});

describe('without OPERATOR=demo', () => {
  test('there is no play-back, and nothing says demo', async () => {
    const world = await openWorld({ OPERATOR: 'manual' });
    try {
      expect(() => operator(world.context)).toThrow('OPERATOR=demo');
      expect(v.parse(Settings, await (await world.get('/api/v1/calculator/settings/')).json()).demo).toBe(
        false,
      );
      const person = inProcess(world.app);
      const claim = await person.create(await person.body('SBERRUB', 'TON'));
      expect([claim.demo, claim.confirmations]).toEqual([false, null]);
    } finally {
      await world.close();
    }
  });
});
