/** The queue is full. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError';
  constructor() {
    super('too much work is waiting');
  }
}

/** Limits of a fair queue. */
export interface FairQueueLimits {
  /** Maximum number of tasks that run at the same time. */
  concurrency: number;
  /** Maximum number of waiting tasks of one network in a lane. */
  maxWaitingPerNetwork: number;
  /** Maximum number of waiting tasks in a lane. */
  maxWaiting: number;
}

/** Runs a task when it is its turn. Rejects with OverloadedError if too many tasks wait. */
export type RunFairly<Lane extends string> = <T>(
  lane: Lane,
  network: string,
  task: () => Promise<T>,
) => Promise<T>;

/**
 * Creates a queue that serves lanes in turn and, within a lane, networks in turn, one task each. A network that sends
 * many requests delays each of the others by only one task.
 */
export function createFairQueue<Lane extends string>(
  lanes: readonly Lane[],
  limits: FairQueueLimits,
): RunFairly<Lane> {
  // A Map keeps the order of insertion: the first network is the next one.
  const waiting = new Map(lanes.map(lane => [lane, new Map<string, (() => void)[]>()]));
  let runningCount = 0;

  function startNext() {
    for (const [lane, networks] of waiting) {
      const [network] = networks.keys();
      if (network === undefined) continue;
      const starts = networks.get(network) ?? [];
      const start = starts.shift();
      networks.delete(network);
      if (starts.length > 0) networks.set(network, starts);
      // Reinserted at the end, so that the other lanes are next.
      waiting.delete(lane);
      waiting.set(lane, networks);
      runningCount++;
      return start?.();
    }
  }

  function waitForTurn(lane: Lane, network: string): Promise<void> {
    if (runningCount < limits.concurrency) {
      runningCount++;
      return Promise.resolve();
    }
    const networks = waiting.get(lane) ?? new Map<string, (() => void)[]>();
    const starts = networks.get(network) ?? [];
    const waitingCount = [...networks.values()].reduce((sum, { length }) => sum + length, 0);
    if (starts.length >= limits.maxWaitingPerNetwork || waitingCount >= limits.maxWaiting)
      return Promise.reject(new OverloadedError());
    const { promise, resolve } = Promise.withResolvers<void>();
    starts.push(resolve);
    networks.set(network, starts);
    return promise;
  }

  return async (lane, network, task) => {
    await waitForTurn(lane, network);
    try {
      return await task();
    } finally {
      runningCount--;
      startNext();
    }
  };
}
