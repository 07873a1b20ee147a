import { describe, expect, test } from 'vitest';
import { ClaimStatus, type ClaimCreated } from '#core/contract/claim.ts';
import { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import * as v from 'valibot';
import { createApp } from '#server/app.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createDemoOperator, advanceClaims } from '#server/demo/demoOperator.ts';
import { getRefundFields } from '#server/exchange/claims/refund/refundFields.ts';
import { fillFields, createInProcessClient } from '../../support/claimClient.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { forEachDatabase, createTestServer, type StartTestServer } from '../../support/testServer.ts';

/** Starts a test server with OPERATOR=demo. */
async function setupDemo(startServer: StartTestServer) {
  const testServer = await startServer();
  const context: ServerContext = {
    ...testServer.context,
    config: { ...testServer.config, operator: 'demo' },
  };
  const server = createApp(context);
  const client = createInProcessClient(server);
  return {
    ...testServer,
    context,
    server,
    client,
    /** Advances the clock and the demo operator second by second. Returns the claim's status after each second. */
    async advanceSeconds(count: number, claim: ClaimCreated) {
      const statuses: ClaimStatus[] = [];
      for (let second = 0; second < count; second++) {
        testServer.advanceClock(1_000);
        await advanceClaims(context);
        const response = await client.fetchClaim(claim.id, 'status', claim.secret);
        statuses.push(v.parse(ClaimStatus, await response.json()));
      }
      return statuses;
    },
    confirmPayment: (claim: ClaimCreated) =>
      server.request(`/api/v1/claim/${claim.id}/confirm/`, {
        method: 'POST',
        headers: { 'x-claim-secret': claim.secret },
      }),
    fetchSettings: async () =>
      v.parse(CalculatorSettings, await (await server.request('/api/v1/calculator/settings/')).json()),
  };
}

const distinctStatuses = (statuses: ClaimStatus[]) => [...new Set(statuses.map(({ status }) => status))];

forEachDatabase(startServer => {
  test('completes a paid crypto claim in seconds with growing confirmations', async () => {
    const { client, advanceSeconds, confirmPayment, context } = await setupDemo(startServer);
    const claim = await client.createClaim(await client.buildClaim('USDTTRC20', 'SBERRUB'));
    expect(distinctStatuses(await advanceSeconds(30, claim))).toEqual(['waiting']);
    expect((await confirmPayment(claim)).status).toBe(200);
    const statuses = await advanceSeconds(20, claim);
    expect(distinctStatuses(statuses)).toEqual([
      'claimed',
      'confirming',
      'aml',
      'paid',
      'payout',
      'completed',
    ]);
    const confirmationCounts = statuses.flatMap(({ confirmations }) =>
      confirmations ? [confirmations.have] : [],
    );
    expect([...new Set(confirmationCounts)]).toEqual([0, 1, 2]);
    expect(confirmationCounts).toEqual(confirmationCounts.toSorted());
    expect(statuses.every(status => status.demo)).toBe(true);
    expect(statuses.at(-1)).toMatchObject({ received: claim.fromSumma, confirmations: null });
    await expectBalancedLedger(context.db);
  });

  test('a card payment needs no network confirmations', async () => {
    const { client, advanceSeconds, confirmPayment } = await setupDemo(startServer);
    const claim = await client.createClaim(await client.buildClaim('SBERRUB', 'TON'));
    await confirmPayment(claim);
    expect(distinctStatuses(await advanceSeconds(15, claim))).toEqual([
      'claimed',
      'paid',
      'payout',
      'completed',
    ]);
  });

  test('accepts a payment confirmed in the last second', async () => {
    const { client, advanceSeconds, confirmPayment, advanceClock } = await setupDemo(startServer);
    const claim = await client.createClaim(await client.buildClaim('SBERRUB', 'TON'));
    advanceClock(20 * 60_000 - 1);
    await confirmPayment(claim);
    expect(distinctStatuses(await advanceSeconds(15, claim)).at(-1)).toBe('completed');
  });

  test('approves a submitted card', async () => {
    const { client, advanceSeconds, context, now } = await setupDemo(startServer);
    const claim = await client.createClaim(await client.buildClaim('SBERRUB', 'TON', { verification: true }));
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
    const statuses = await advanceSeconds(6, claim);
    expect(distinctStatuses(statuses)).toEqual(['verification', 'waiting']);
    expect(statuses.at(-1)?.verification?.status).toBe('approved');
  });

  test('completes a refund after its address is given', async () => {
    const { client, advanceSeconds, confirmPayment, context, now, server } = await setupDemo(startServer);
    const claim = await client.createClaim(await client.buildClaim('USDTTRC20', 'SBERRUB'));
    await confirmPayment(claim);
    for (const to of ['hold', 'refunding'] as const)
      await runInTransaction(context.db, trx =>
        transitionClaim(context, trx, { id: claim.id, to, actor: 'operator', now: now() }),
      );
    expect(distinctStatuses(await advanceSeconds(10, claim))).toEqual(['refunding']);
    const from = context.catalogue.findCurrencyByCode('USDTTRC20');
    const response = await server.request(`/api/v1/claim/${claim.id}/refund/`, {
      method: 'POST',
      headers: { 'x-claim-secret': claim.secret, 'content-type': 'application/json' },
      body: JSON.stringify({ requisites: fillFields(from ? getRefundFields(from) : [], 'USDTTRC20') }),
    });
    expect(response.status).toBe(200);
    expect(distinctStatuses(await advanceSeconds(6, claim))).toEqual(['refunding', 'refunded']);
  });

  test('leaves holds and simulator claims unchanged', async () => {
    const { client, advanceSeconds, confirmPayment, context, now } = await setupDemo(startServer);
    const heldClaim = await client.createClaim(await client.buildClaim('USDTTRC20', 'SBERRUB'));
    const simulatedClaim = await client.createClaim(await client.buildClaim('USDTTRC20', 'SBERRUB'));
    await context.db.insertInto('simulated_claims').values({ claim_id: simulatedClaim.id }).execute();
    await confirmPayment(simulatedClaim);
    await confirmPayment(heldClaim);
    const change = { id: heldClaim.id, to: 'hold', reason: 'manual', actor: 'operator', now: now() } as const;
    await runInTransaction(context.db, trx => transitionClaim(context, trx, change));
    expect(distinctStatuses(await advanceSeconds(20, heldClaim))).toEqual(['hold']);
    expect(distinctStatuses(await advanceSeconds(1, simulatedClaim))).toEqual(['claimed']);
  });

  test('the settings have demo: true', async () => {
    expect((await (await setupDemo(startServer)).fetchSettings()).demo).toBe(true);
  });
});

describe('without OPERATOR=demo', () => {
  test('there is no demo operator and no demo field', async () => {
    const testServer = await createTestServer({ OPERATOR: 'manual' });
    try {
      expect(() => createDemoOperator(testServer.context)).toThrow('OPERATOR=demo');
      expect(
        v.parse(CalculatorSettings, await (await testServer.get('/api/v1/calculator/settings/')).json()).demo,
      ).toBe(false);
      const client = createInProcessClient(testServer.app);
      const claim = await client.createClaim(await client.buildClaim('SBERRUB', 'TON'));
      expect([claim.demo, claim.confirmations]).toEqual([false, null]);
    } finally {
      await testServer.close();
    }
  });
});
