import { computed, effect, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { Clock } from '../clock.ts';
import { STEPS } from './status.ts';
import type { ClaimPhase, TimeLeft } from './model.ts';

/** The time left to pay, ticking while it may be seen. */
export interface Countdown {
  readonly timeLeft: ReadonlySignal<TimeLeft | null>;
  visible(shown: boolean): void;
  dispose(): void;
}

/**
 * Time left to pay by the server's clock: `received` is when this device got the answer that holds the server's `now`.
 * `over` is called once when it has run out: only the server says what follows.
 */
export function create(
  clock: Clock,
  shown: boolean,
  phase: ReadonlySignal<ClaimPhase>,
  received: ReadonlySignal<number>,
  over: () => void,
): Countdown {
  const time = signal(clock.now());
  const seen = signal(shown);
  const deadline = computed(() => {
    const [now, at] = [phase.value, received.value];
    if (now.phase !== 'open' || now.claim.deadline === null) return null;
    if (!STEPS[now.claim.status].next.includes('expired')) return null;
    const server = Date.parse(now.claim.now);
    const until = at + Date.parse(now.claim.deadline) - server;
    return { until, window: Date.parse(now.claim.deadline) - Date.parse(now.claim.createdAt) };
  });
  const timeLeft = computed<TimeLeft | null>(() => {
    if (!deadline.value) return null;
    const { until, window } = deadline.value;
    const left = Math.max(0, until - time.value);
    return {
      seconds: Math.ceil(left / 1000),
      progress: window > 0 ? Math.min(1, Math.max(0, 1 - left / window)) : 1,
      until,
    };
  });

  const ticking = effect(() => {
    const [limit, visible] = [deadline.value, seen.value];
    if (!limit || !visible) return;
    const { until } = limit;
    let off = () => undefined as void;
    const tick = () => {
      const before = time.peek();
      time.value = clock.now();
      if (before < until && clock.now() >= until) over();
      // At the very moment that the second shown is another.
      if (clock.now() < until) off = clock.later(tick, (until - clock.now()) % 1000 || 1000);
    };
    off = clock.later(tick, 0);
    return () => off();
  });

  return {
    timeLeft,
    visible(value) {
      seen.value = value;
    },
    dispose: ticking,
  };
}
