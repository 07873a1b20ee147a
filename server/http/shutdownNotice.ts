/** How long ago a load balancer must have asked for the readiness to be expected again, milliseconds. */
const PROBE_MEMORY_MS = 15_000;

/** Longest wait for the next question, milliseconds. */
const NOTICE_TIMEOUT_MS = 2_000;

/** Tells load balancers that the process is about to stop, before it refuses connections. */
export interface ShutdownNotice {
  isStopping: () => boolean;
  /** Records that somebody asks for the readiness. */
  recordProbe: () => void;
  /**
   * Makes the readiness fail. Resolves once a load balancer has seen that, at most two seconds later; at once if none has
   * asked lately.
   */
  announce: () => Promise<void>;
}

/** Creates the notice of one process. `elapsed` is a clock that is never set, milliseconds. */
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
