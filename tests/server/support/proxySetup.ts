import { expect, onTestFinished } from 'vitest';
import { startProxyServer, startStubBackend, type ReceivedRequest } from './proxyServer.ts';

/** Request handler of a stub backend. */
export type BackendHandler = Parameters<typeof startStubBackend>[0];

/** Starts a front end and a backend with this handler. */
export async function setupProxy(
  handler: BackendHandler,
  env: Record<string, string> = {},
  timeoutMs?: number,
) {
  const backend = await startStubBackend(handler);
  onTestFinished(backend.close);
  const server = await startProxyServer(backend.origin, env, timeoutMs);
  onTestFinished(server.close);
  const lastRequest = (): ReceivedRequest =>
    backend.requests.at(-1) ?? expect.fail('the backend received no request');
  return {
    ...server,
    backend,
    lastRequest,
    get: (path: string, init?: RequestInit) => fetch(server.origin + path, init),
  };
}

/** Responds with an empty JSON object. */
export const respondEmptyJson: BackendHandler = (_, response) => response.end('{}');
