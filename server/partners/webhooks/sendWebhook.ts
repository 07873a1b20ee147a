import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { checkWebhookTarget, type ResolveHost, type WebhookTarget } from './webhookTarget.ts';

/** Timeout of an attempt, milliseconds, from the resolution of the host to the response's head. */
export const ATTEMPT_TIMEOUT_MS = 10_000;

/** Maximum number of response bytes that are read. The content is ignored. */
const MAX_RESPONSE_BYTES = 16 * 1024;

/** The result of an attempt. `responseCode` is null without a response, `error` with one. */
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

/** Returns the code of a failed connection; the message may contain addresses. */
function getErrorCode(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'connection_failed';
}

/** Posts to the checked addresses, even if the host's name resolves to others by now. Follows no redirect. */
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
    // A separate connection: a kept-alive one would outlive its check.
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
    // A protocol switch has no response event, and Node closes its connection without an error.
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
  // The response has arrived, and errors of its body are ignored.
  response.on('error', () => undefined);
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) response.destroy();
  });
}
