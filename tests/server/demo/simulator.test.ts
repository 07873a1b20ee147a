import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { ClaimCreated, ClaimStatus } from '#core/contract/claim.ts';
import { canTransition, CLAIM_REASONS, CLAIM_STATUSES, type ClaimStatusCode } from '#core/claim/status.ts';
import { createApp } from '#server/app.ts';
import { deliverDueEmail } from '#server/notifications/emails/emailWorker.ts';
import { findTransitionPath } from '#server/demo/findTransitionPath.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { forEachDatabase, createTestServer, type StartTestServer } from '../../support/testServer.ts';

async function setupSimulator(startServer: StartTestServer) {
  const testServer = await startServer();
  const context = { ...testServer.context, config: { ...testServer.config, operator: 'demo' as const } };
  const server = createApp(context);
  const post = (path: string, body: unknown) =>
    server.request(`/api/v1/simulator/claim/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    ...testServer,
    context,
    client: createInProcessClient(server),
    post,
    async createSimulated(fields: object = {}) {
      const response = await post('', { from: 'USDTTRC20', to: 'SBERRUB', ...fields });
      const text = await response.text();
      expect([response.status, text]).toEqual([201, expect.anything()]);
      return v.parse(ClaimCreated, JSON.parse(text));
    },
    async moveSimulated(id: string, change: object) {
      const response = await post(`${id}/`, change);
      const text = await response.text();
      expect([response.status, text]).toEqual([200, expect.anything()]);
      return v.parse(ClaimStatus, JSON.parse(text));
    },
  };
}

describe('the path between two statuses', () => {
  const pairs = CLAIM_STATUSES.flatMap(from => CLAIM_STATUSES.map(to => [from, to] as const));

  test.each(pairs)('%s to %s is the shortest path of the table', (from, to) => {
    const steps = findTransitionPath(from, to);
    const reached = distance(from, to);
    expect(steps?.length ?? null).toBe(reached);
    steps?.forEach((step, at) => expect(canTransition(steps[at - 1] ?? from, step)).toBe(true));
    if (steps) expect(steps.at(-1)).toBe(to);
  });

  /** The simulator moves no course, so it reprices no claim; and it refunds the money of a hold. */
  const isSimulated = (from: ClaimStatusCode, to: ClaimStatusCode) =>
    canTransition(from, to) &&
    !(to === 'hold' && ['verification', 'requisites'].includes(from)) &&
    !(from === 'hold' && to === 'cancelled');

  /** Calculates the minimum number of transitions by breadth-first search. Null if there is no path. */
  function distance(from: ClaimStatusCode, to: ClaimStatusCode): number | null {
    let reached: ReadonlySet<ClaimStatusCode> = new Set([from]);
    for (let steps = 1; steps <= CLAIM_STATUSES.length; steps++) {
      reached = new Set(CLAIM_STATUSES.filter(next => [...reached].some(from => isSimulated(from, next))));
      if (reached.has(to)) return steps;
    }
    return null;
  }
});

forEachDatabase((startServer, dialect) => {
  test('creates a claim in every status and reason', { timeout: 240_000 }, async () => {
    const { createSimulated, context } = await setupSimulator(startServer);
    for (const status of CLAIM_STATUSES) {
      const claim = await createSimulated({ status });
      expect([claim.status, claim.reason]).toEqual([status, null]);
      expect(claim.history[0]?.status).toBe('new');
    }
    for (const reason of CLAIM_REASONS) {
      const claim = await createSimulated({ status: 'hold', reason });
      expect([claim.status, claim.cause]).toEqual(['hold', reason]);
    }
    await expectBalancedLedger(context.db);
  });

  test('money creates an offer as usual', async () => {
    const { createSimulated } = await setupSimulator(startServer);
    const under = await createSimulated({ status: 'hold', reason: 'underpaid', amount: '60' });
    expect(under.received).toBe('60.00');
    expect(under.can).toContain('accept');
    expect(under.recalculations.at(-1)).toMatchObject({ reason: 'underpaid', state: 'offered' });
    const late = await createSimulated({ status: 'hold', reason: 'paid_late' });
    expect(late.history.map(({ status }) => status)).toEqual(['new', 'waiting', 'expired', 'hold']);
    expect(late.can).toContain('refund');
  });

  test('moves a claim along any path and refuses an impossible one', async () => {
    const { createSimulated, moveSimulated, post } = await setupSimulator(startServer);
    const claim = await createSimulated();
    expect(claim.status).toBe('waiting');
    expect((await moveSimulated(claim.id, { status: 'aml' })).history.map(({ status }) => status)).toEqual([
      'new',
      'waiting',
      'confirming',
      'aml',
    ]);
    const heldClaim = await moveSimulated(claim.id, { status: 'hold', reason: 'aml_risk' });
    expect([heldClaim.status, heldClaim.reason]).toEqual(['hold', 'aml_risk']);
    const other = await moveSimulated(claim.id, { status: 'hold', reason: 'sender_mismatch' });
    expect([other.status, other.reason]).toEqual(['hold', 'sender_mismatch']);
    await moveSimulated(claim.id, { status: 'refunded' });
    const refused = await post(`${claim.id}/`, { status: 'waiting' });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'transition_forbidden', status: 'refunded' });
  });

  test('simulated claims hold reserve and send no email', async () => {
    const { createSimulated, moveSimulated, client, context } = await setupSimulator(startServer);
    const before = await client.fetchReserve('SBERRUB');
    const claim = await createSimulated();
    const status = await client.fetchClaim(claim.id, 'status', claim.secret);
    expect(await status.json()).toMatchObject({ id: claim.id, demo: true });
    const free = (text: string) => BigInt(text.replace('.', ''));
    await context.catalogue.reload();
    expect(free(await client.fetchReserve('SBERRUB'))).toBe(free(before) - free(claim.toSumma));
    await moveSimulated(claim.id, { status: 'cancelled' });
    await context.catalogue.reload();
    expect(await client.fetchReserve('SBERRUB')).toBe(before);
    expect(await context.db.selectFrom('mail').selectAll().execute()).toEqual([]);
    expect(await deliverDueEmail(context, () => Promise.reject(new Error('an e-mail')))).toBe(0);
  });

  test('finds only simulated claims', async () => {
    const { client, post } = await setupSimulator(startServer);
    const claim = await client.createClaim(await client.buildClaim('USDTTRC20', 'SBERRUB'));
    for (const id of [claim.id, '5b0c5f2e-3d0a-4c39-9d1f-0a8f3c1a7e13', 'nobody']) {
      const response = await post(`${id}/`, { status: 'completed' });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'not_found' });
    }
    const status = await client.fetchClaim(claim.id, 'status', claim.secret);
    expect(await status.json()).toMatchObject({ status: 'waiting' });
  });

  test('refuses invalid input without changes', async () => {
    const { createSimulated, post, context } = await setupSimulator(startServer);
    const claim = await createSimulated();
    const refusals = [
      ['', { from: 'NOPE', to: 'SBERRUB' }, 404],
      ['', { from: 'SBERRUB', to: 'SBERRUB' }, 404],
      ['', { from: 'USDTTRC20' }, 400],
      ['', { from: 'USDTTRC20', to: 'SBERRUB', fromSumma: '0' }, 400],
      ['', { from: 'USDTTRC20', to: 'SBERRUB', fromSumma: '99999999999' }, 409],
      ['', { from: 'USDTTRC20', to: 'SBERRUB', status: 'happy' }, 400],
      [`${claim.id}/`, { status: 'happy' }, 400],
      [`${claim.id}/`, { status: 'hold', amount: '0' }, 400],
      [`${claim.id}/`, { status: 'hold', amount: '1.001' }, 400],
      [`${claim.id}/`, 'hello', 400],
    ] as const;
    for (const [path, body, status] of refusals) {
      const response = await post(path, body);
      expect([body, response.status]).toEqual([body, status]);
    }
    expect(await context.db.selectFrom('claims').select('status').execute()).toEqual([{ status: 'waiting' }]);
    await expectBalancedLedger(context.db);
  });

  // Both dialects run the same query, so one is enough for creating a hundred claims.
  if (dialect === 'sqlite')
    test('limits open simulated claims to a hundred', async () => {
      const { createSimulated, post } = await setupSimulator(startServer);
      for (let n = 0; n < 100; n++) await createSimulated({ from: 'BTC', to: 'DOGE', fromSumma: '0.00001' });
      expect((await post('', { from: 'BTC', to: 'DOGE', fromSumma: '0.00001' })).status).toBe(429);
    });
});

test('the simulator does not exist without OPERATOR=demo', async () => {
  const testServer = await createTestServer({ OPERATOR: 'manual' });
  try {
    for (const path of ['claim/', 'claim/5b0c5f2e-3d0a-4c39-9d1f-0a8f3c1a7e13/']) {
      const response = await testServer.app.request(`/api/v1/simulator/${path}`, {
        method: 'POST',
        body: '{}',
      });
      expect([response.status, await response.json()]).toEqual([
        404,
        expect.objectContaining({ code: 'not_found' }),
      ]);
    }
    expect(await (await testServer.get('/api/openapi.json')).text()).not.toContain('simulator');
  } finally {
    await testServer.close();
  }
});
