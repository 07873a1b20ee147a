import { afterEach, expect } from 'vitest';
import { startProxyServer, startStubBackend, type ReceivedRequest } from './proxyServer.ts';

/** What ends with the test. */
export const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0).reverse()) await close();
});

/** How a backend answers. */
export type BackendHandler = Parameters<typeof startStubBackend>[0];

/** A front end before a backend that answers so. */
export async function setupProxy(
  handler: BackendHandler,
  env: Record<string, string> = {},
  timeoutMs?: number,
) {
  const backend = await startStubBackend(handler);
  cleanups.push(backend.close);
  const server = await startProxyServer(backend.origin, env, timeoutMs);
  cleanups.push(server.close);
  const lastRequest = (): ReceivedRequest =>
    backend.requests.at(-1) ?? expect.fail('the backend was not asked');
  return {
    ...server,
    backend,
    lastRequest,
    get: (path: string, init?: RequestInit) => fetch(server.origin + path, init),
  };
}

/** Nothing, as JSON. */
export const respondEmptyJson: BackendHandler = (_, response) => response.end('{}');
