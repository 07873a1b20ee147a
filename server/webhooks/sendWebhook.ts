import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { checkWebhookTarget, type ResolveHost, type WebhookTarget } from './webhookTarget.ts';

/** How long an attempt may take, milliseconds, from the resolution of the host to the response's head. */
export const ATTEMPT_TIMEOUT_MS = 10_000;

/** How much of a response is read, bytes. Nothing in it matters. */
const MAX_RESPONSE_BYTES = 16 * 1024;

/** What an attempt led to. `responseCode` is null without a response, `error` with one. */
export interface AttemptResult {
  responseCode: number | null;
  /** `timeout`, a code of `TargetProblem`, or of the system: ECONNREFUSED. */
  error: string | null;
}

/** A request of a webhook. */
export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Sends a request once. Never rejects. `aborted` ends it. */
export type SendWebhook = (request: WebhookRequest, aborted: AbortSignal) => Promise<AttemptResult>;

/** Creates the function that sends webhooks: to public addresses over https, unless tests allow others. */
export function createWebhookSender(options: { resolve: ResolveHost; allowPrivate: boolean }): SendWebhook {
  return async ({ url, headers, body }, aborted) => {
    const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
    const signal = AbortSignal.any([aborted, timeout]);
    try {
      const checked = await Promise.race([checkWebhookTarget(url, options), rejectOnAbort(signal)]);
      if (!checked.ok) return { responseCode: null, error: checked.code };
      const responseCode = await post(checked.target, { headers, body, signal });
      return { responseCode, error: null };
    } catch (error) {
      if (timeout.aborted) return { responseCode: null, error: 'timeout' };
      return { responseCode: null, error: getErrorCode(error) };
    }
  };
}

const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });

/** The code of a failed connection; the message may name addresses. */
function getErrorCode(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'connection_failed';
}

/** Posts to the addresses that were checked, whatever the host's name means by now. Follows no redirect. */
function post(
  { url, addresses }: WebhookTarget,
  { headers, body, signal }: Omit<WebhookRequest, 'url'> & { signal: AbortSignal },
): Promise<number> {
  const pinned = addresses.map(address => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const [first = { address: '', family: 4 }] = pinned;
  const lookup: LookupFunction = (_host, { all }, callback) => {
    if (all) callback(null, pinned);
    else callback(null, first.address, first.family);
  };
  const options: RequestOptions = {
    method: 'POST',
    // A connection of its own: one that is kept alive would outlive its check.
    agent: false,
    lookup,
    signal,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, response => {
      resolve(response.statusCode ?? 0);
      discard(response);
    });
    request.on('error', reject);
    // A switch of protocols has no response event, and Node closes its connection without an error.
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.on('close', () => reject(new Error('The connection was closed without a response')));
    request.end(body);
  });
}

function discard(response: IncomingMessage): void {
  let size = 0;
  // It has been answered: what becomes of the rest does not matter.
  response.on('error', () => undefined);
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) response.destroy();
  });
}
