import * as http from 'node:http';
import * as https from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '#server/platform/config/config.ts';
import { createProblem, sendProblem } from '#server/platform/http/problem.ts';
import { buildForwardedHeaders, buildResponseHeaders } from './forwardedHeaders.ts';

/** HTTP client of the backend at API_ORIGIN. */
export interface BackendClient {
  /** Streams a request to the backend and its response back. 502: unreachable; 504: timeout. */
  forwardRequest: (c: Context) => Promise<Response>;
  /** GETs JSON on behalf of the address `client`; null on an error or after `ms` milliseconds. */
  fetchJson: (path: string, client: string, ms: number) => Promise<unknown>;
  close: () => void;
}

/** Timeout without any data from the backend, milliseconds. */
const BACKEND_SILENCE_TIMEOUT_MS = 20_000;

/** Statuses whose responses have no body. */
const BODILESS_STATUSES = new Set([204, 205, 304]);

/** The backend sent no data until the timeout. */
class BackendSilenceError extends Error {
  override readonly name = 'BackendSilenceError';
}

/** Creates the client for `config.apiOrigin` without connecting yet. TLS certificates are verified. */
export function createBackendClient(
  { publicOrigin, apiOrigin }: Pick<Config, 'publicOrigin'> & { apiOrigin: string },
  log: Logger,
  silenceTimeoutMs = BACKEND_SILENCE_TIMEOUT_MS,
): BackendClient {
  const isHttps = apiOrigin.startsWith('https:');
  const agent = isHttps
    ? new https.Agent({ keepAlive: true, rejectUnauthorized: true })
    : new http.Agent({ keepAlive: true });

  /** Sends one request. Resolves when the response headers arrive. */
  function sendRequest(
    method: string,
    path: string,
    requestHeaders: http.OutgoingHttpHeaders,
    body: ReadableStream<Uint8Array> | null,
    signal: AbortSignal,
  ): Promise<http.IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
    const options = { method, headers: requestHeaders, agent, signal, timeout: silenceTimeoutMs };
    const request = (isHttps ? https : http).request(apiOrigin + path, options, resolve);
    // The socket had no activity for the timeout, at any stage of the request.
    request.on('timeout', () => request.destroy(new BackendSilenceError()));
    request.on('error', error => {
      // The backend closed the reused connection. A GET or HEAD without a body is safe to retry.
      const isStaleConnection = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
      if (isStaleConnection && body === null && (method === 'GET' || method === 'HEAD'))
        resolve(sendRequest(method, path, requestHeaders, body, signal));
      else reject(error);
    });
    if (body === null) request.end();
    else pipeline(Readable.fromWeb(body as never), request).catch(reject);
    return promise;
  }

  return {
    async forwardRequest(c) {
      const { method, raw } = c.req;
      const { pathname, search } = new URL(c.req.url);
      const requestHeaders = buildForwardedHeaders(raw.headers, {
        client: c.var.clientAddress,
        publicOrigin,
      });
      const hasNoBody = method === 'GET' || method === 'HEAD';
      if (hasNoBody) delete requestHeaders['content-length'];
      try {
        const response = await sendRequest(
          method,
          pathname + search,
          requestHeaders,
          hasNoBody ? null : raw.body,
          raw.signal,
        );
        const status = response.statusCode ?? 502;
        // A Response object cannot have this status.
        if (status < 200 || status > 599) {
          response.destroy();
          throw new Error(`the backend sent the invalid status ${status}`);
        }
        const isBodiless = method === 'HEAD' || BODILESS_STATUSES.has(status);
        if (isBodiless) response.resume();
        const body = isBodiless ? null : (Readable.toWeb(response) as ReadableStream);
        return new Response(body, { status, headers: buildResponseHeaders(response.headers) });
      } catch (error) {
        const isSilent = error instanceof BackendSilenceError;
        // An aborted request is not a backend error.
        if (!raw.signal.aborted)
          log.error(
            { err: error, id: c.var.requestId },
            isSilent ? 'the backend timed out' : 'the backend is unreachable',
          );
        return sendProblem(c, isSilent ? createProblem(504, 'timeout') : createProblem(502, 'server_error'));
      }
    },
    async fetchJson(path, clientAddress, timeoutMs) {
      const acceptHeaders = new Headers({ accept: 'application/json', 'accept-encoding': 'identity' });
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const response = await sendRequest(
          'GET',
          path,
          buildForwardedHeaders(acceptHeaders, { client: clientAddress, publicOrigin }),
          null,
          signal,
        );
        const text = await new Response(Readable.toWeb(response) as ReadableStream).text();
        return response.statusCode === 200 ? (JSON.parse(text) as unknown) : null;
      } catch {
        return null;
      }
    },
    close: () => agent.destroy(),
  };
}
