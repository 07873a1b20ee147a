import { afterEach, describe, expect, it } from 'vitest';
import { createPoller } from '#core/poller.ts';
import type { Poller, PollerOptions, PollResult } from '#core/poller.ts';
import { createFakeClock, flushTasks } from '../support/fakeClock.ts';

const pollers: Poller[] = [];
afterEach(() => {
  for (const poller of pollers.splice(0)) poller.dispose();
});

/** A poller that counts its polls, and responses that a test resolves itself when `isManual`. */
function setupPoller(options: Partial<PollerOptions> = {}, isManual = false) {
  const clock = createFakeClock();
  const signals: AbortSignal[] = [];
  const respond: ((result: PollResult) => void)[] = [];
  const state = { result: { ok: true } as PollResult };
  const poller = createPoller({
    clock,
    isVisible: true,
    interval: { firstMs: 10_000, growth: 1, maxMs: 10_000 },
    retryDelay: { firstMs: 2_000, maxMs: 30_000 },
    poll(signal) {
      signals.push(signal);
      return isManual ? new Promise(resolve => respond.push(resolve)) : Promise.resolve(state.result);
    },
    ...options,
  });
  pollers.push(poller);
  const countDuring = async (ms: number) => {
    const before = signals.length;
    await clock.advance(ms);
    return signals.length - before;
  };
  return { poller, clock, signals, respond, state, countDuring };
}

describe('a poller', () => {
  it('starts with the first refresh and polls at the interval', async () => {
    const { poller, countDuring } = setupPoller();
    expect(await countDuring(60_000)).toBe(0);
    expect(await poller.refresh()).toBe(true);
    expect(await countDuring(9_999)).toBe(0);
    expect(await countDuring(1)).toBe(1);
    expect(await countDuring(30_000)).toBe(3);
  });

  it('waits a full interval if started by restartInterval', async () => {
    const { poller, countDuring } = setupPoller();
    poller.restartInterval();
    expect(await countDuring(9_999)).toBe(0);
    expect(await countDuring(1)).toBe(1);
  });

  it('waits for the due time when shown before its first poll', async () => {
    const { poller, signals, countDuring } = setupPoller({ isVisible: false });
    poller.restartInterval();
    poller.setVisible(true);
    expect(await countDuring(9_999)).toBe(0);
    expect(signals).toHaveLength(0);
    expect(await countDuring(1)).toBe(1);
  });

  it('polls less often while unchanged, and often again after a change or a refresh', async () => {
    const { poller, countDuring, state } = setupPoller({
      interval: { firstMs: 5_000, growth: 1.25, maxMs: 15_000 },
    });
    await poller.refresh();
    expect(await countDuring(20_000)).toBe(3);
    await countDuring(300_000);
    expect(await countDuring(60_000)).toBe(4);
    state.result = { ok: true, isChanged: true };
    await countDuring(15_000);
    state.result = { ok: true };
    expect(await countDuring(11_250)).toBeGreaterThanOrEqual(2);
    await countDuring(300_000);
    await poller.refresh();
    expect(await countDuring(5_000)).toBe(1);
  });

  it('backs off after failures, obeys Retry-After and recovers', async () => {
    const { poller, countDuring, state } = setupPoller();
    state.result = { ok: false, retryAfter: null };
    expect(await poller.refresh()).toBe(false);
    expect(await countDuring(2_000)).toBe(1);
    expect(await countDuring(3_999)).toBe(0);
    state.result = { ok: false, retryAfter: 60 };
    expect(await countDuring(1)).toBe(1);
    expect(await countDuring(59_999)).toBe(0);
    state.result = { ok: true };
    expect(await countDuring(1)).toBe(1);
    expect(await countDuring(30_000)).toBe(3);
  });

  it('stops while hidden and polls at once when shown if the poll is due', async () => {
    const { poller, clock, signals, countDuring } = setupPoller();
    await poller.refresh();
    poller.setVisible(false);
    expect(await countDuring(60_000)).toBe(0);
    poller.setVisible(true);
    expect(signals).toHaveLength(2);
    await flushTasks();
    poller.setVisible(false);
    await clock.advance(5_000);
    poller.setVisible(true);
    expect(signals).toHaveLength(2);
    expect(await countDuring(5_000)).toBe(1);
  });

  it('polls when shown after maxHiddenAgeMs, even before the poll is due', async () => {
    const { poller, clock, signals } = setupPoller({ maxHiddenAgeMs: 3_000 });
    await poller.refresh();
    poller.setVisible(false);
    await clock.advance(2_999);
    poller.setVisible(true);
    expect(signals).toHaveLength(1);
    poller.setVisible(false);
    await clock.advance(1);
    poller.setVisible(true);
    expect(signals).toHaveLength(2);
  });

  it('polls at once after sleep', async () => {
    const { poller, clock, countDuring } = setupPoller();
    await poller.refresh();
    clock.sleep(600_000);
    expect(await countDuring(0)).toBe(1);
  });

  it('polls only on request once finished', async () => {
    let isFinished = false;
    const { poller, countDuring, signals } = setupPoller({ isFinished: () => isFinished });
    await poller.refresh();
    isFinished = true;
    expect(await countDuring(10_000)).toBe(1);
    expect(await countDuring(600_000)).toBe(0);
    await poller.refresh();
    expect(signals).toHaveLength(3);
  });

  it('updates its time every tick', async () => {
    const { poller, clock } = setupPoller({ tickMs: 1_000 });
    poller.restartInterval();
    const start = clock.now();
    expect(poller.time.value).toEqual({ now: start, dueAt: start + 10_000 });
    await clock.advance(3_500);
    expect(poller.time.value).toEqual({ now: start + 3_000, dueAt: start + 10_000 });
  });

  it('does not loop if a poll has no result', async () => {
    const { poller, countDuring, state } = setupPoller();
    state.result = null;
    await poller.refresh();
    expect(await countDuring(15_000)).toBeLessThanOrEqual(6);
  });
});

describe('a response that is not the latest', () => {
  it('is shared by concurrent refreshes', async () => {
    const { poller, signals, respond } = setupPoller({}, true);
    const both = Promise.all([poller.refresh(), poller.refresh()]);
    respond[0]?.({ ok: true });
    expect(await both).toEqual([true, true]);
    expect(signals).toHaveLength(1);
  });

  it('is followed by another poll on refetch', async () => {
    const { poller, signals, respond } = setupPoller({}, true);
    void poller.refresh();
    const both = Promise.all([poller.refetch(), poller.refetch()]);
    respond[0]?.({ ok: true });
    await flushTasks();
    expect(signals).toHaveLength(2);
    respond[1]?.({ ok: true });
    expect(await both).toEqual([true, true]);
  });

  it('is ignored after a restart', async () => {
    const { poller, clock, signals, respond } = setupPoller({}, true);
    const first = poller.refresh();
    const second = poller.restart();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    respond[1]?.({ ok: true });
    expect(await second).toBe(true);
    respond[0]?.({ ok: false, retryAfter: 600 });
    expect(await first).toBe(false);
    expect(poller.time.value.dueAt).toBe(clock.now() + 10_000);
  });

  it('is ignored after a discard, which starts a new interval', async () => {
    const { poller, clock, signals, respond } = setupPoller({}, true);
    const first = poller.refresh();
    await clock.advance(4_000);
    poller.discard();
    respond[0]?.({ ok: true });
    expect(await first).toBe(false);
    await clock.advance(9_999);
    expect(signals).toHaveLength(1);
    await clock.advance(1);
    expect(signals).toHaveLength(2);
  });

  it('is ignored after dispose, and no poll follows', async () => {
    const { poller, clock, signals, respond } = setupPoller({}, true);
    const first = poller.refresh();
    poller.dispose();
    expect(signals[0]?.aborted).toBe(true);
    respond[0]?.({ ok: true });
    expect(await first).toBe(false);
    expect(await poller.refresh()).toBe(false);
    poller.setVisible(false);
    poller.setVisible(true);
    await clock.advance(600_000);
    expect(signals).toHaveLength(1);
  });
});
