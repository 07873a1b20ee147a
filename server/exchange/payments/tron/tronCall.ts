import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { SourceError } from '../../courses/prices/download.ts';
import { createPost } from '../jsonRpc.ts';

/** Requests in a second. TronGrid refuses more than 15 with a key, and refuses all for 30 seconds then. */
const MAX_REQUESTS_PER_SECOND = 10;

/** A response with an error. Nodes send it with status 200, also if they have too many requests. */
const ErrorResponse = v.object({ Error: v.unknown() });

/** Calls a method of a node's HTTP API and parses its response. Rejects with SourceError. */
export type TronCall = <T>(
  method: string,
  params: Readonly<Record<string, unknown>>,
  schema: v.GenericSchema<unknown, T>,
  signal: AbortSignal,
) => Promise<T>;

/** Creates the calls of a node (`createPost`). `apiKey`: of TronGrid, or null. Schemas get each `amount` as text. */
export function createTronCall(url: string, apiKey: string | null): TronCall {
  const headers = apiKey === null ? {} : { 'tron-pro-api-key': apiKey };
  const base = url.replace(/\/+$/, '');
  const waitForTurn = createTurns();
  return async (method, params, schema, signal) => {
    await waitForTurn(signal);
    const bytes = await createPost(`${base}/wallet/${method}`, headers)(method, params, signal);
    const response = parseJson(method, bytes);
    if (v.is(ErrorResponse, response)) throw new SourceError(`${method}: the node returned an error`);
    const result = v.safeParse(schema, response);
    if (!result.success) throw new SourceError(`${method}: the node returned an unexpected result`);
    return result.output;
  };
}

/** Creates a function that waits until the next request may start. */
function createTurns(): (signal: AbortSignal) => Promise<void> {
  /** When the last requests start, in milliseconds of `performance.now()`. */
  const starts: number[] = [];
  return async signal => {
    const now = performance.now();
    const earliest = starts.length < MAX_REQUESTS_PER_SECOND ? now : (starts.shift() ?? 0) + 1_000;
    starts.push(Math.max(now, earliest));
    if (earliest > now) await setTimeout(earliest - now, undefined, { signal });
  };
}

/** Parses a response. Amounts of TRX may exceed what a double holds, so they become text. */
function parseJson(method: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString().replace(/("amount"\s*:\s*)(\d+)(?=[\s,}])/g, '$1"$2"'));
  } catch {
    throw new SourceError(`${method}: the response is not JSON`);
  }
}
