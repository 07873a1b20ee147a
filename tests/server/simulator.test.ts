import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { ClaimCreated, ClaimStatus } from '#core/contract/claim.ts';
import { allows, REASONS, STATUSES, type Status } from '#core/claim/status.ts';
import { app } from '#server/app.ts';
import { deliver } from '#server/mail/delivery.ts';
import { way } from '#server/simulator/way.ts';
import { inProcess } from './applicant.ts';
import { expectLedger } from './balance.ts';
import { forEachDatabase, world as openWorld, type Open } from './world.ts';

async function simulated(open: Open) {
  const world = await open();
  const context = { ...world.context, config: { ...world.config, operator: 'demo' as const } };
  const server = app(context);
  const post = (path: string, body: unknown) =>
    server.request(`/api/v1/simulator/claim/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    ...world,
    context,
    person: inProcess(server),
    post,
    async make(more: object = {}) {
      const response = await post('', { from: 'USDTTRC20', to: 'SBERRUB', ...more });
      const text = await response.text();
      expect([response.status, text]).toEqual([201, expect.anything()]);
      return v.parse(ClaimCreated, JSON.parse(text));
    },
    async move(id: string, wish: object) {
      const response = await post(`${id}/`, wish);
      const text = await response.text();
      expect([response.status, text]).toEqual([200, expect.anything()]);
      return v.parse(ClaimStatus, JSON.parse(text));
    },
  };
}

describe('the way from a status to another', () => {
  const pairs = STATUSES.flatMap(from => STATUSES.map(to => [from, to] as const));

  test.each(pairs)('%s to %s takes steps of the table only, and none is shorter', (from, to) => {
    const steps = way(from, to);
    const reached = distance(from, to);
    expect(steps?.length ?? null).toBe(reached);
    steps?.forEach((step, at) => expect(allows(steps[at - 1] ?? from, step)).toBe(true));
    if (steps) expect(steps.at(-1)).toBe(to);
  });

  /** How many steps it takes at least, by widening circles; null when no number does. */
  function distance(from: Status, to: Status): number | null {
    let circle: ReadonlySet<Status> = new Set([from]);
    for (let steps = 1; steps <= STATUSES.length; steps++) {
      circle = new Set(STATUSES.filter(next => [...circle].some(one => allows(one, next))));
      if (circle.has(to)) return steps;
    }
    return null;
  }
});

forEachDatabase((open, dialect) => {
  test('a claim is made in every status, with every reason', { timeout: 240_000 }, async () => {
    const { make, context } = await simulated(open);
    for (const status of STATUSES) {
      const claim = await make({ status });
      expect([claim.status, claim.reason]).toEqual([status, null]);
      expect(claim.history[0]?.status).toBe('new');
    }
    for (const reason of REASONS) {
      const claim = await make({ status: 'hold', reason });
      expect([claim.status, claim.reason]).toEqual(['hold', reason]);
    }
    await expectLedger(context.db);
  });

  test('money brings its offer with it, as it does to anybody', async () => {
    const { make } = await simulated(open);
    const under = await make({ status: 'hold', reason: 'underpaid', amount: '40' });
    expect(under.received).toBe('40.00');
    expect(under.can).toContain('accept');
    expect(under.recalculations.at(-1)).toMatchObject({ reason: 'underpaid', state: 'offered' });
    const late = await make({ status: 'hold', reason: 'paid_late' });
    expect(late.history.map(({ status }) => status)).toEqual(['new', 'waiting', 'expired', 'hold']);
    expect(late.can).toContain('refund');
  });

  test('it is driven on, round trips included, and refused where no way leads', async () => {
    const { make, move, post } = await simulated(open);
    const claim = await make();
    expect(claim.status).toBe('waiting');
    expect((await move(claim.id, { status: 'aml' })).history.map(({ status }) => status)).toEqual([
      'new',
      'waiting',
      'confirming',
      'aml',
    ]);
    const held = await move(claim.id, { status: 'hold', reason: 'aml_risk' });
    expect([held.status, held.reason]).toEqual(['hold', 'aml_risk']);
    const other = await move(claim.id, { status: 'hold', reason: 'sender_mismatch' });
    expect([other.status, other.reason]).toEqual(['hold', 'sender_mismatch']);
    await move(claim.id, { status: 'refunded' });
    const refused = await post(`${claim.id}/`, { status: 'waiting' });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'transition_forbidden', status: 'refunded' });
  });

  test('its claims open with their secret, hold reserve like others and get no letters', async () => {
    const { make, move, person, context } = await simulated(open);
    const before = await person.reserve('SBERRUB');
    const claim = await make();
    const status = await person.about(claim.id, 'status', claim.secret);
    expect(await status.json()).toMatchObject({ id: claim.id, demo: true });
    const free = (text: string) => BigInt(text.replace('.', ''));
    await context.catalogue.reload();
    expect(free(await person.reserve('SBERRUB'))).toBe(free(before) - free(claim.toSumma));
    await move(claim.id, { status: 'cancelled' });
    await context.catalogue.reload();
    expect(await person.reserve('SBERRUB')).toBe(before);
    expect(await context.db.selectFrom('mail').selectAll().execute()).toEqual([]);
    expect(await deliver(context, () => Promise.reject(new Error('a letter')))).toBe(0);
  });

  test('it knows no claim but its own', async () => {
    const { person, post } = await simulated(open);
    const claim = await person.create(await person.body('USDTTRC20', 'SBERRUB'));
    for (const id of [claim.id, '5b0c5f2e-3d0a-4c39-9d1f-0a8f3c1a7e13', 'nobody']) {
      const response = await post(`${id}/`, { status: 'completed' });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'not_found' });
    }
    const status = await person.about(claim.id, 'status', claim.secret);
    expect(await status.json()).toMatchObject({ status: 'waiting' });
  });

  test('what it does not understand changes nothing', async () => {
    const { make, post, context } = await simulated(open);
    const claim = await make();
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
    await expectLedger(context.db);
  });

  // The count is the same query on both; a hundred claims are made on one.
  if (dialect === 'sqlite')
    test('at most a hundred of its claims are open at once', async () => {
      const { make, post } = await simulated(open);
      for (let made = 0; made < 100; made++) await make({ from: 'BTC', to: 'DOGE', fromSumma: '0.00001' });
      expect((await post('', { from: 'BTC', to: 'DOGE', fromSumma: '0.00001' })).status).toBe(429);
    });
});

test('without OPERATOR=demo it does not exist', async () => {
  const world = await openWorld({ OPERATOR: 'manual' });
  try {
    for (const path of ['claim/', 'claim/5b0c5f2e-3d0a-4c39-9d1f-0a8f3c1a7e13/']) {
      const response = await world.app.request(`/api/v1/simulator/${path}`, { method: 'POST', body: '{}' });
      expect([response.status, await response.json()]).toEqual([
        404,
        expect.objectContaining({ code: 'not_found' }),
      ]);
    }
    expect(await (await world.get('/api/openapi.json')).text()).not.toContain('simulator');
  } finally {
    await world.close();
  }
});
