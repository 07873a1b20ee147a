import { createApp } from '#server/app.ts';
import { bootstrapExchange, type RunningExchange } from '#server/bootstrap.ts';
import { getKeyId } from '#server/platform/keys/serverKeys.ts';
import { createLogger } from '#server/platform/logger.ts';
import { createInProcessClient } from '../../../support/claimClient.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import type { StartTestServer, TestServer } from '../../../support/testServer.ts';

/** The key of the first server, and the one that replaces it. */
export const OLD_KEY = new Uint8Array(32).fill(11);
export const NEW_KEY = new Uint8Array(32).fill(12);
export const OLD_ID = getKeyId(OLD_KEY);
export const NEW_ID = getKeyId(NEW_KEY);

/** Starts another server on the same database with other keys. */
export type StartWithKeys = (
  accountKey: Uint8Array | null,
  accountKeyPrevious?: Uint8Array | null,
) => Promise<{ rotated: TestServer; client: ReturnType<typeof createInProcessClient> }>;

/** Starts a server with the old key. `closeOthers` closes the servers that `startWithKeys` has started. */
export async function startKeyRotation(
  startServer: StartTestServer,
): Promise<{ testServer: TestServer; startWithKeys: StartWithKeys; closeOthers: () => Promise<void> }> {
  const testServer = await startServer({
    ...relaxedLimits,
    ACCOUNT_KEY: Buffer.from(OLD_KEY).toString('base64'),
  });
  const others: RunningExchange[] = [];
  return {
    testServer,
    async startWithKeys(accountKey, accountKeyPrevious = null) {
      const config = { ...testServer.config, accountKey, accountKeyPrevious };
      const other = await bootstrapExchange(config, createLogger('silent'), testServer.now);
      others.push(other);
      const app = createApp(other.context);
      const rotated: TestServer = { ...testServer, config, context: other.context, app };
      return { rotated, client: createInProcessClient(app) };
    },
    async closeOthers() {
      for (const other of others) await other.close();
    },
  };
}
