type Cleanup = () => unknown;

const cleanups: Cleanup[] = [];

/** Adds a cleanup that runs at the end of the benchmark, or after a signal. It may run although nothing is left to do. */
export function addCleanup(cleanup: Cleanup): void {
  cleanups.push(cleanup);
}

/** Runs the cleanups, the last added first. */
export async function runCleanups(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

/** Runs the cleanups after Ctrl-C or SIGTERM: the servers and the cluster would go on otherwise. */
export function cleanUpAfterSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(
      signal,
      () => void runCleanups().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143)),
    );
}
