/** A load balancer that has probed the readiness within this time is expected to probe it again, milliseconds. */
const PROBE_MEMORY_MS = 15_000;

/** Maximum wait for the next probe, milliseconds. */
const NOTICE_TIMEOUT_MS = 2_000;

/** Announces the stop of the process to load balancers, before it refuses connections. */
export interface ShutdownNotice {
  /** Aborted once the process is about to stop. */
  readonly signal: AbortSignal;
  /** Records a probe of the readiness. */
  recordProbe: () => void;
  /**
   * Makes the readiness fail. Resolves after the next probe, at most two seconds later; without a recent probe at once.
   */
  announce: () => Promise<void>;
}

/** Creates the notice of one process. `elapsed` is a monotonic clock, milliseconds. */
export function createShutdownNotice(elapsed: () => number = () => performance.now()): ShutdownNotice {
  const controller = new AbortController();
  let probedAt = -Infinity;
  const { promise: seen, resolve: markSeen } = Promise.withResolvers<void>();
  return {
    signal: controller.signal,
    recordProbe() {
      probedAt = elapsed();
      if (controller.signal.aborted) markSeen();
    },
    async announce() {
      controller.abort();
      if (elapsed() - probedAt > PROBE_MEMORY_MS) return;
      const timer = setTimeout(markSeen, NOTICE_TIMEOUT_MS);
      await seen;
      clearTimeout(timer);
    },
  };
}
