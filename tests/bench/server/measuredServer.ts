import { relaxedLimits } from '#tests/support/relaxedLimits.ts';
import { createServerProcess, type ServerProcess } from '#tests/support/serverProcess.ts';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import type { BenchDatabase } from './benchDatabase.ts';
import { addCleanup } from './cleanups.ts';

/** Goal of the 99th percentile of the event loop's delay at half load, milliseconds. */
export const MAX_EVENT_LOOP_P99_MS = 20;

/** A running server with its metrics. */
export interface MeasuredServer extends ServerProcess {
  /** Reads a metric of the process. The percentiles of delays are those since the last reading. */
  readMetrics: () => Promise<(name: string) => number>;
}

/** Starts a server as in production, with limits that count, and with metrics. */
export async function startMeasuredServer(
  { env, location }: BenchDatabase,
  more: Readonly<Record<string, string>> = {},
): Promise<MeasuredServer> {
  const metricsPort = await findFreePort();
  const server = await createServerProcess({
    ...relaxedLimits,
    ...env,
    DATA_DIR: location.dataDir,
    METRICS_PORT: String(metricsPort),
    NODE_ENV: 'production',
    TRUST_PROXY: 'loopback',
    ...more,
  });
  await server.start();
  addCleanup(server.stop);
  return {
    ...server,
    async readMetrics() {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return name => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
    },
  };
}
