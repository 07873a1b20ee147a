import { describe, expect, it } from 'vitest';
import { settled, until } from './clock.ts';
import { storage } from './storage.ts';
import { phase, reached, rig } from './flow.ts';

describe('an open claim', () => {
  async function opened(all: ReturnType<typeof rig>) {
    const { claim, exchange } = await all.confirming();
    await claim.create();
    await reached(claim, 'open');
    await settled();
    return { claim, exchange };
  }

  const statusAsked = (all: ReturnType<typeof rig>) =>
    all.courses.asked.filter(url => url.endsWith('/status/')).length;

  it('is asked for every 5 s, slower while nothing happens, and no more once closed', async () => {
    const all = rig();
    const { claim } = await opened(all);
    const first = statusAsked(all);
    await all.clock.advance(20_000);
    expect(statusAsked(all) - first).toBe(3);
    await all.clock.advance(60_000);
    expect(statusAsked(all) - first).toBeLessThanOrEqual(8);
    const [one] = all.desk.claims;
    if (one) one.status = 'completed';
    await all.clock.advance(15_000);
    expect(all.told).toEqual(['00000001 waiting', '00000001 completed']);
    expect(claim.timeLeft.value).toBeNull();
    expect(claim.unfinished.value).toEqual([]);
    const last = statusAsked(all);
    await all.clock.advance(600_000);
    expect(statusAsked(all)).toBe(last);
    claim.wake();
    await settled();
    expect(statusAsked(all)).toBe(last + 1);
  });

  it('keeps its last state while the server is gone, and goes on by itself', async () => {
    const all = rig();
    const { claim } = await opened(all);
    all.courses.broken = { path: '', status: 0 };
    await all.clock.advance(20_000);
    expect(claim.phase.value).toMatchObject({
      phase: 'open',
      connection: 'lost',
      requisite: { value: 'TDemo' },
    });
    expect(all.errors).toEqual(['network']);
    all.courses.broken = null;
    const [one] = all.desk.claims;
    if (one) one.status = 'confirming';
    await all.clock.advance(20_000);
    expect(claim.phase.value).toMatchObject({ connection: 'live', claim: { status: 'confirming' } });
  });

  it('counts the time left by the server’s clock', async () => {
    const all = rig();
    const { claim } = await opened(all);
    expect(claim.timeLeft.value).toMatchObject({ seconds: 1200, progress: 0 });
    await all.clock.advance(300_000);
    expect(claim.timeLeft.value).toMatchObject({ seconds: 900, progress: 0.25 });
    expect(claim.timeLeft.value?.until).toBe(all.clock.now() + 900_000);
  });

  it('comes back after a reload, and in another tab as the latest unfinished one', async () => {
    const all = rig();
    const { claim, exchange } = await opened(all);
    claim.dispose();
    exchange.dispose();
    const again = all.page();
    expect(await again.claim.resume()).toBe(true);
    expect(again.claim.phase.value).toMatchObject({ phase: 'open', claim: { number: '0000' } });
    expect(again.claim.secret()).toBe('secret-00000001-0000-4000-8000-000000000000');

    const other = all.page({ session: storage() });
    expect(await other.claim.resume()).toBe(false);
    expect(await other.claim.resume({ latest: true })).toBe(true);
    expect(phase(other.claim)).toBe('open');
    expect(JSON.stringify(all.local.all())).not.toMatch(/anna|4242/);
  });

  it('works without any storage', async () => {
    const all = rig();
    const { claim } = await all.confirming({ local: null, session: null });
    await claim.create();
    await reached(claim, 'open');
    expect(claim.unfinished.value).toHaveLength(1);
    expect(await claim.cancel()).toBe(true);
    expect(claim.phase.value).toMatchObject({ claim: { status: 'cancelled' } });
  });

  it('tells only the status without its secret, and nothing with a wrong one', async () => {
    const all = rig();
    const { claim: first } = await opened(all);
    const id = all.desk.claims[0]?.id ?? '';
    const { claim } = all.page({ local: storage(), session: storage() });
    await claim.open(id);
    expect(claim.phase.value).toEqual({ phase: 'locked', id, status: 'waiting', connection: 'live' });
    await claim.open(id, 'wrong');
    expect(claim.phase.value).toEqual({ phase: 'failed', code: 'not_found', back: 'form' });
    await claim.open(id, first.secret());
    expect(phase(claim)).toBe('open');
  });

  it('is not cancelled once it is paid; the server’s answer is what shows', async () => {
    const all = rig();
    const { claim } = await opened(all);
    const [one] = all.desk.claims;
    if (one) one.status = 'confirming';
    expect(await claim.cancel()).toBe(false);
    expect(all.errors).toEqual(['transition_forbidden']);
    expect(claim.phase.value).toMatchObject({ claim: { status: 'confirming' } });
  });

  it('makes room for a new exchange and is found again', async () => {
    const all = rig();
    const { claim, exchange } = await opened(all);
    void exchange.want({ from: 'TON', to: 'SBERRUB' }, 'attribute');
    await settled();
    expect(exchange.from.value?.code).toBe('USDTTRC20');
    claim.forget();
    await until(() => exchange.from.value?.code === 'TON');
    expect([phase(claim), claim.unfinished.value.length]).toEqual(['form', 1]);
    const before = statusAsked(all);
    await all.clock.advance(30_000);
    expect(statusAsked(all)).toBe(before);
  });
});

describe('a half-filled form', () => {
  it('goes on at its step after a reload, but not under another deep link', async () => {
    const all = rig();
    const { claim, exchange } = await all.confirming();
    claim.dispose();
    exchange.dispose();
    const again = all.page();
    expect(await again.claim.resume()).toBe(true);
    expect(phase(again.claim)).toBe('confirm');
    expect(again.exchange.wire()?.fromSumma).toBe('1250.00');
    again.claim.dispose();
    again.exchange.dispose();
    const linked = all.page({ wanted: { from: 'TON', to: 'SBERRUB' } });
    expect(await linked.claim.resume()).toBe(false);
    expect(phase(linked.claim)).toBe('form');
  });
});
