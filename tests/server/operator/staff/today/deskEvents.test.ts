import { assert, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { DeskChange } from '#core/contract/operator/today/deskEvents.ts';
import { createDeskWatch } from '#server/operator/today/deskWatch.ts';
import { createInProcessClient } from '../../../../support/claimClient.ts';
import { relaxedLimits } from '../../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../../support/testServer.ts';
import type { AccountBrowser } from '../../../accounts/support/accountBrowser.ts';
import { runOperator, startServerToday } from '../../../support/operatorCommand.ts';
import { callOperator, openStaff } from '../support/staffBrowser.ts';

/** Opens the stream. `next` resolves with the data of the next event of a kind, null if the stream ends before. */
async function openEvents(browser: AccountBrowser) {
  const response = await callOperator(browser, 'events/');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  assert(response.body);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  async function next(kind: string): Promise<string | null> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end === -1) {
        const { value, done } = await reader.read();
        if (done) return null;
        text += value;
        continue;
      }
      const [, event, data = ''] = /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (event === kind) return data;
    }
  }
  expect(await next('beat')).toBe('');
  const nextChange = async () =>
    v.parse(DeskChange, JSON.parse((await next('change')) ?? 'the stream has ended'));
  return {
    close: () => reader.cancel(),
    next,
    nextChange,
    /** Waits for changes until one has been of the claim. */
    async waitForClaim(id: string) {
      for (;;) {
        const change = await nextChange();
        if (change.claims.includes(id)) return change;
      }
    },
  };
}

/** Lets the watch read the state that later ones are compared with. */
const waitForFirstState = () => new Promise(resolve => setTimeout(resolve, 1_000));

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));

  test('announces claims of clients, changes by colleagues and by commands, not those before', async () => {
    const support = await openStaff(testServer, 'support');
    const cashier = await openStaff(testServer, 'cashier');
    const client = createInProcessClient(testServer.app);
    const earlier = await client.createClaim(await client.buildClaim('SBERRUB', 'TON'));
    const events = await openEvents(support);
    await waitForFirstState();
    const claim = await client.createClaim(await client.buildClaim('SBERRUB', 'TON'));
    expect((await events.waitForClaim(claim.id)).claims).not.toContain(earlier.id);

    // Nothing but its holder changes.
    await callOperator(cashier, `claims/${earlier.id}/take/`, {});
    expect(await events.waitForClaim(earlier.id)).toEqual({ isWorkChanged: true, claims: [earlier.id] });

    const payment = ['--amount', claim.fromSumma, '--reference', 'A-1'];
    expect((await runOperator(testServer, 'claim', claim.id, ...payment)).code).toBe(0);
    expect((await events.waitForClaim(claim.id)).isWorkChanged).toBe(true);

    // A change that is about no claim.
    await runOperator(testServer, 'reserve', 'BTC', '0');
    expect(await events.nextChange()).toEqual({ isWorkChanged: true, claims: [] });
    await events.close();
  });

  test('streams that begin at once share one watch', async () => {
    const select = vi.spyOn(testServer.context.db, 'selectFrom');
    const watch = createDeskWatch(testServer.context);
    const subscriber = { userId: '', notify: () => {}, end: () => {} };
    const ends = Array.from({ length: 3 }, () => watch.subscribe({ ...subscriber }));
    await new Promise(resolve => setTimeout(resolve, 2_500));
    for (const end of ends) end();
    const reads = select.mock.calls.filter(([table]) => String(table) === 'claim_events');
    select.mockRestore();
    // At once, and each second.
    expect([2, 3]).toContain(reads.length);
  });

  test('a stream ends with the session of twelve hours', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    testServer.advanceClock(12 * 3_600_000 - 300);
    await cashier.refresh();
    const events = await openEvents(cashier);
    expect(await events.next('never')).toBeNull();
  });

  test('a stream ends when the server stops, and when a person opens too many', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const first = await openEvents(cashier);
    const others = [];
    for (let count = 0; count < 20; count++) others.push(await openEvents(cashier));
    expect(await first.next('never')).toBeNull();
    await testServer.context.shutdown.announce();
    for (const events of others) expect(await events.next('never')).toBeNull();
    // The load balancer may still send somebody here.
    const late = await callOperator(cashier, 'events/');
    expect(await late.text()).not.toContain('change');
  });

  test('is refused without a login, and to clients', async () => {
    expect((await testServer.app.request('/api/v1/operator/events/')).status).toBe(401);
    const cashier = await openStaff(testServer, 'cashier');
    await runOperator(testServer, 'staff', 'remove', 'cashier@razmen.example');
    const refused = await callOperator(cashier, 'events/');
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'staff_required' }]);
  });
});
