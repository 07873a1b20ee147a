import * as http from 'node:http';
import * as https from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { problem } from '../problem.ts';
import * as headers from './headers.ts';

/** The exchange that this server stands before. */
export interface Backend {
  /** Passes a request on, body and answer as they flow: 502 when the backend cannot be reached, 504 when it is silent. */
  forward: (c: Context) => Promise<Response>;
  /** Its JSON answer to a GET of ours, on whose behalf `client` asks; null when there is none within `ms`. */
  ask: (path: string, client: string, ms: number) => Promise<unknown>;
  close: () => void;
}

/** A backend that says nothing for this long, milliseconds, has no answer. */
const SILENCE = 20_000;

/** Statuses without a body. */
const BARE = new Set([204, 205, 304]);

/** Thrown by the timer of `send`. */
class Silent extends Error {
  override readonly name = 'Silent';
}

/** Opens the way to `config.apiOrigin`; nothing is asked yet. Certificates are checked. */
export function open(
  { publicOrigin, apiOrigin }: Pick<Config, 'publicOrigin'> & { apiOrigin: string },
  log: Logger,
  silence = SILENCE,
): Backend {
  const secure = apiOrigin.startsWith('https:');
  const agent = secure
    ? new https.Agent({ keepAlive: true, rejectUnauthorized: true })
    : new http.Agent({ keepAlive: true });

  /** One attempt: resolves with the answer's head, its body still to come. */
  function send(
    method: string,
    path: string,
    head: http.OutgoingHttpHeaders,
    body: ReadableStream<Uint8Array> | null,
    signal: AbortSignal,
  ): Promise<http.IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
    const options = { method, headers: head, agent, signal, timeout: silence };
    const call = (secure ? https : http).request(apiOrigin + path, options, resolve);
    // Nothing came and nothing went for so long, at any stage.
    call.on('timeout', () => call.destroy(new Silent()));
    call.on('error', error => {
      // A kept connection that the backend has just closed: it cannot have read a request without a body twice.
      const isWorn = call.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
      if (isWorn && body === null && (method === 'GET' || method === 'HEAD'))
        resolve(send(method, path, head, body, signal));
      else reject(error);
    });
    if (body === null) call.end();
    else pipeline(Readable.fromWeb(body as never), call).catch(reject);
    return promise;
  }

  return {
    async forward(c) {
      const { method, raw } = c.req;
      const { pathname, search } = new URL(c.req.url);
      const head = headers.request(raw.headers, { client: c.var.address, publicOrigin });
      const bare = method === 'GET' || method === 'HEAD';
      if (bare) delete head['content-length'];
      try {
        const answer = await send(method, pathname + search, head, bare ? null : raw.body, raw.signal);
        const status = answer.statusCode ?? 502;
        // No answer of ours could have it.
        if (status < 200 || status > 599) {
          answer.destroy();
          throw new Error(`the backend's status is ${status}`);
        }
        const none = method === 'HEAD' || BARE.has(status);
        if (none) answer.resume();
        const body = none ? null : (Readable.toWeb(answer) as ReadableStream);
        return new Response(body, { status, headers: headers.response(answer.headers) });
      } catch (error) {
        const silent = error instanceof Silent;
        // A client that left asks for nothing any more, and it is nobody's fault.
        if (!raw.signal.aborted)
          log.error(
            { err: error, id: c.var.requestId },
            silent ? 'the backend is silent' : 'the backend is away',
          );
        return silent ? problem(c, 504, 'timeout') : problem(c, 502, 'server_error');
      }
    },
    async ask(path, client, ms) {
      const given = new Headers({ accept: 'application/json', 'accept-encoding': 'identity' });
      const signal = AbortSignal.timeout(ms);
      try {
        const answer = await send(
          'GET',
          path,
          headers.request(given, { client, publicOrigin }),
          null,
          signal,
        );
        const text = await new Response(Readable.toWeb(answer) as ReadableStream).text();
        return answer.statusCode === 200 ? (JSON.parse(text) as unknown) : null;
      } catch {
        return null;
      }
    },
    close: () => agent.destroy(),
  };
}
