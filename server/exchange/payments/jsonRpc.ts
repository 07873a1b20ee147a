import * as v from 'valibot';
import { parseNodeUrl } from '#server/platform/config/nodeSettings.ts';
import { downloadBytes, SourceError } from '../courses/prices/download.ts';

/** Timeout of a call, milliseconds. */
const CALL_TIMEOUT_MS = 10_000;

/** Maximum response size, bytes. A block of Bitcoin Cash has up to 32 MB, which are sent as twice as many digits. */
const MAX_RESPONSE_BYTES = 70_000_000;

/** Bitcoin Core sends `error: null` with a result. */
const RpcResponse = v.union([
  v.object({ error: v.object({ code: v.number() }) }),
  v.object({ result: v.unknown() }),
]);

const RpcBatch = v.array(v.object({ id: v.number(), result: v.unknown() }));

/** A node refused a call. */
export class RpcError extends SourceError {
  readonly code: number;

  constructor(method: string, code: number) {
    super(`${method}: the node returned error ${code}`);
    this.code = code;
  }
}

/** Calls a method of a node and parses its result. Rejects with SourceError. */
export type NodeCall<Params> = <T>(
  method: string,
  params: Params,
  schema: v.GenericSchema<unknown, T>,
  signal: AbortSignal,
) => Promise<T>;

/** Calls a method once for each of `list` in one request. Returns the results in this order; null for what fails. */
type RpcBatchCall = <T>(
  method: string,
  list: readonly (readonly unknown[])[],
  schema: v.GenericSchema<unknown, T>,
  signal: AbortSignal,
) => Promise<(T | null)[]>;

/** The calls of a node. */
export interface RpcClient {
  /** Rejects with RpcError if the node refuses. */
  call: NodeCall<readonly unknown[]>;
  callBatch: RpcBatchCall;
}

/** Sends a request, with a body or without one, and returns the response. `method` is a name for errors. */
type Send = (method: string, body: unknown, signal: AbortSignal) => Promise<Buffer>;

/**
 * Creates the calls of a node. `url` may contain a password or a key, and a node may repeat it in its messages: errors
 * have only codes, and no cause.
 */
export function createRpcClient(url: string): RpcClient {
  const post = createSend(url);
  return {
    async call(method, params, schema, signal) {
      const bytes = await post(method, createRequest(method, params, 1), signal);
      const response = parseResponse(method, bytes, RpcResponse);
      if ('error' in response) throw new RpcError(method, response.error.code);
      return parseResult(method, response.result, schema);
    },
    async callBatch(method, list, schema, signal) {
      const requests = list.map((params, index) => createRequest(method, params, index));
      const responses = parseResponse(method, await post(method, requests, signal), RpcBatch);
      const results = new Map(responses.map(({ id, result }) => [id, result ?? null]));
      return list.map((_, index) => {
        const result = results.get(index) ?? null;
        return result === null ? null : parseResult(method, result, schema);
      });
    },
  };
}

const createRequest = (method: string, params: readonly unknown[], id: number) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

/** Creates a function that posts JSON to a node, or gets what has no body, with the headers that it needs. */
export function createSend(nodeUrl: string, ownHeaders: Readonly<Record<string, string>> = {}): Send {
  const { url, authorization } = parseNodeUrl(nodeUrl);
  const headers = {
    'content-type': 'application/json',
    ...(authorization !== null && { authorization }),
    ...ownHeaders,
  };
  return async (method, body, signal) => {
    const content = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    // A redirect could lead anywhere.
    const request = { headers, redirect: 'error', ...content } as const;
    const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
    try {
      return await downloadBytes(url, AbortSignal.any([signal, timeout]), request, MAX_RESPONSE_BYTES);
    } catch (error) {
      throw toNamedError(method, error, timeout);
    }
  };
}

/** Names the method in an error, and removes everything else that a node may have sent. */
function toNamedError(method: string, error: unknown, timeout: AbortSignal): SourceError {
  if (error instanceof SourceError) {
    // Bitcoin Core answers with status 500 or 404 to a call that it refuses.
    const refusal = v.safeParse(v.pipe(v.string(), v.parseJson(), RpcResponse), error.body);
    if (refusal.success && 'error' in refusal.output) return new RpcError(method, refusal.output.error.code);
    return new SourceError(`${method}: ${error.message}`);
  }
  if (timeout.aborted) return new SourceError(`${method}: no response in ${CALL_TIMEOUT_MS / 1_000} s`);
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
  return new SourceError(`${method}: no response${typeof code === 'string' ? `, ${code}` : ''}`);
}

function parseResponse<T>(method: string, bytes: Buffer, schema: v.GenericSchema<unknown, T>): T {
  try {
    return v.parse(schema, JSON.parse(bytes.toString()));
  } catch {
    throw new SourceError(`${method}: the response is not JSON-RPC`);
  }
}

/** Parses a response; `method` is a name for the error. */
export function parseJson(method: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceError(`${method}: the response is not JSON`);
  }
}

/** Parses what a node has returned; `method` is a name for the error. */
export function parseResult<T>(method: string, value: unknown, schema: v.GenericSchema<unknown, T>): T {
  const result = v.safeParse(schema, value);
  if (!result.success) throw new SourceError(`${method}: the node returned an unexpected result`);
  return result.output;
}
