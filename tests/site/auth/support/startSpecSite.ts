import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createServerProcess } from '#tests/support/serverProcess.ts';
import { createSpecExchange, type SpecExchange } from '#tests/support/specification/specExchange.ts';

/** The built site in front of an exchange with only the calls and fields of the specification. */
export interface SpecSite {
  exchange: SpecExchange;
  origin: string;
  stop: () => Promise<void>;
}

/** Starts the exchange and the front end for it, each on a free port. */
export async function startSpecSite(): Promise<SpecSite> {
  const exchange = createSpecExchange();
  let backend: ReturnType<typeof serve> | undefined;
  const { port } = await new Promise<AddressInfo>(resolve => {
    backend = serve({ fetch: exchange.app.fetch, port: 0, hostname: '127.0.0.1' }, resolve);
  });
  const front = await createServerProcess({ API_ORIGIN: `http://127.0.0.1:${port}` });
  await front.start();
  return {
    exchange,
    origin: front.origin,
    async stop() {
      await front.stop();
      backend?.close();
    },
  };
}
