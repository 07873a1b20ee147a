import { join } from 'node:path';
import { relaxedLimits } from '#tests/support/relaxedLimits.ts';
import { createServerProcess, type ServerProcess } from '#tests/support/serverProcess.ts';
import { waitUntilCompressed } from '../benchExchange.ts';
import type { BenchDatabase } from './benchDatabase.ts';

/** Running servers that share a database. */
export interface BenchServers {
  origins: readonly string[];
  /** Stops them as an operator does. */
  stop: () => Promise<void>;
}

/** Starts `count` servers as in production, behind a proxy and with a mail server, but without limits. */
export async function startServers(
  { dialect, location, env }: BenchDatabase,
  count: number,
  emailUrl: string,
): Promise<BenchServers> {
  const servers: ServerProcess[] = [];
  const stop = async () => void (await Promise.all(servers.map(server => server.stop())));
  try {
    for (let number = 1; number <= count; number++) {
      const { dataDir } = location;
      const server = await createServerProcess({
        ...relaxedLimits,
        ...env,
        DATA_DIR: dialect === 'sqlite' ? dataDir : join(dataDir, `server-${number}`),
        RATE_DRIFT: 'off',
        SMTP_URL: emailUrl,
        TRUST_PROXY: 'loopback',
      });
      servers.push(server);
      await server.start();
      // A server compresses the built files at its start, if there are any; the examples last.
      if ((await fetch(server.origin)).ok) await waitUntilCompressed(`${server.origin}/examples/`);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { origins: servers.map(({ origin }) => origin), stop };
}
