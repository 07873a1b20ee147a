import * as http from 'node:http';
import * as https from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { sendProblem } from '../http/problemResponse.ts';
import { buildForwardedHeaders, buildResponseHeaders } from './forwardedHeaders.ts';

/** The exchange that this server stands before. */
export interface BackendClient {
  /** Passes a request on, body and answer as they flow: 502 when the backend cannot be reached, 504 when it is silent. */
  forwardRequest: (c: Context) => Promise<Response>;
  /** Its JSON answer to a GET of ours, on whose behalf `client` asks; null when there is none within `ms`. */
  fetchJson: (path: string, client: string, ms: number) => Promise<unknown>;
  close: () => void;
}

/** A backend that says nothing for this long, milliseconds, has no answer. */
const BACKEND_SILENCE_TIMEOUT_MS = 20_000;

/** Statuses without a body. */
const BODILESS_STATUSES = new Set([204, 205, 304]);

/** Thrown by the timer of `sendRequest`. */
class BackendSilenceError extends Error {
  override readonly name = 'BackendSilenceError';
}

/** Opens the way to `config.apiOrigin`; nothing is asked yet. Certificates are checked. */
export function createBackendClient(
  { publicOrigin, apiOrigin }: Pick<Config, 'publicOrigin'> & { apiOrigin: string },
  log: Logger,
  silenceTimeoutMs = BACKEND_SILENCE_TIMEOUT_MS,
): BackendClient {
  const isHttps = apiOrigin.startsWith('https:');
  const agent = isHttps
    ? new https.Agent({ keepAlive: true, rejectUnauthorized: true })
    : new http.Agent({ keepAlive: true });

  /** One attempt: resolves with the answer's head, its body still to come. */
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
    // Nothing came and nothing went for so long, at any stage.
    request.on('timeout', () => request.destroy(new BackendSilenceError()));
    request.on('error', error => {
      // A kept connection that the backend has just closed: it cannot have read a request without a body twice.
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
        // No answer of ours could have it.
        if (status < 200 || status > 599) {
          response.destroy();
          throw new Error(`the backend's status is ${status}`);
        }
        const isBodiless = method === 'HEAD' || BODILESS_STATUSES.has(status);
        if (isBodiless) response.resume();
        const body = isBodiless ? null : (Readable.toWeb(response) as ReadableStream);
        return new Response(body, { status, headers: buildResponseHeaders(response.headers) });
      } catch (error) {
        const isSilent = error instanceof BackendSilenceError;
        // A client that left asks for nothing any more, and it is nobody's fault.
        if (!raw.signal.aborted)
          log.error(
            { err: error, id: c.var.requestId },
            isSilent ? 'the backend is silent' : 'the backend is away',
          );
        return isSilent ? sendProblem(c, 504, 'timeout') : sendProblem(c, 502, 'server_error');
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
