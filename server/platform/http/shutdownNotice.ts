/** A load balancer that has probed the readiness within this time is expected to probe it again, milliseconds. */
const PROBE_MEMORY_MS = 15_000;

/** Maximum wait for the next probe, milliseconds. */
const NOTICE_TIMEOUT_MS = 2_000;

/** Announces the stop of the process to load balancers, before it refuses connections. */
export interface ShutdownNotice {
  isStopping: () => boolean;
  /** Records a probe of the readiness. */
  recordProbe: () => void;
  /**
   * Makes the readiness fail. Resolves after the next probe, at most two seconds later; without a recent probe at once.
   */
  announce: () => Promise<void>;
}

/** Creates the notice of one process. `elapsed` is a monotonic clock, milliseconds. */
export function createShutdownNotice(elapsed: () => number = () => performance.now()): ShutdownNotice {
  let isStopping = false;
  let probedAt = -Infinity;
  const { promise: seen, resolve: markSeen } = Promise.withResolvers<void>();
  return {
    isStopping: () => isStopping,
    recordProbe() {
      probedAt = elapsed();
      if (isStopping) markSeen();
    },
    async announce() {
      isStopping = true;
      if (elapsed() - probedAt > PROBE_MEMORY_MS) return;
      const timer = setTimeout(markSeen, NOTICE_TIMEOUT_MS);
      await seen;
      clearTimeout(timer);
    },
  };
}
