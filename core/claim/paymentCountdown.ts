import { computed, effect, signal, type ReadonlySignal } from '@preact/signals-core';
import type { Clock } from '../clock.ts';
import { CLAIM_STATUS_RULES } from './status.ts';
import type { ClaimPhase, TimeLeft } from './claimModel.ts';

/** Time left to pay; ticks while visible. */
export interface PaymentCountdown {
  readonly timeLeft: ReadonlySignal<TimeLeft | null>;
  setVisible(isVisible: boolean): void;
  dispose(): void;
}

/**
 * Creates the countdown. It follows the server's clock: `receivedAt` is when this device received the response with the
 * server's `now`. `onExpired` runs once at the deadline, to fetch the new status.
 */
export function createPaymentCountdown(
  clock: Clock,
  isInitiallyVisible: boolean,
  phase: ReadonlySignal<ClaimPhase>,
  receivedAt: ReadonlySignal<number>,
  onExpired: () => void,
): PaymentCountdown {
  const currentTime = signal(clock.now());
  const isVisible = signal(isInitiallyVisible);
  const deadline = computed(() => {
    const [now, receivedMs] = [phase.value, receivedAt.value];
    if (now.phase !== 'open' || now.claim.deadline === null) return null;
    if (!CLAIM_STATUS_RULES[now.claim.status].next.includes('expired')) return null;
    const serverNow = Date.parse(now.claim.now);
    const until = receivedMs + Date.parse(now.claim.deadline) - serverNow;
    return { until, window: Date.parse(now.claim.deadline) - Date.parse(now.claim.createdAt) };
  });
  const timeLeft = computed<TimeLeft | null>(() => {
    if (!deadline.value) return null;
    const { until, window } = deadline.value;
    const remainingMs = Math.max(0, until - currentTime.value);
    return {
      seconds: Math.ceil(remainingMs / 1000),
      progress: window > 0 ? Math.min(1, Math.max(0, 1 - remainingMs / window)) : 1,
      deadlineMs: until,
    };
  });

  const stopTicking = effect(() => {
    const [activeDeadline, visible] = [deadline.value, isVisible.value];
    if (!activeDeadline || !visible) return;
    const { until } = activeDeadline;
    let cancelTimer = () => undefined as void;
    const tick = () => {
      const previousTime = currentTime.peek();
      currentTime.value = clock.now();
      if (previousTime < until && clock.now() >= until) onExpired();
      // The next tick is when the displayed second changes.
      if (clock.now() < until) cancelTimer = clock.setTimer(tick, (until - clock.now()) % 1000 || 1000);
    };
    cancelTimer = clock.setTimer(tick, 0);
    return () => cancelTimer();
  });

  return {
    timeLeft,
    setVisible(value) {
      isVisible.value = value;
    },
    dispose: stopTicking,
  };
}
