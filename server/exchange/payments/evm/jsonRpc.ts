import * as v from 'valibot';
import { downloadBytes, SourceError } from '../../courses/prices/download.ts';

/** Timeout of a call, milliseconds. */
const CALL_TIMEOUT_MS = 10_000;

/** Maximum response size, bytes. A full block of Ethereum has up to 5 MB of JSON. */
const MAX_RESPONSE_BYTES = 20_000_000;

const RpcResponse = v.union([
  v.object({ error: v.object({ code: v.number() }) }),
  v.object({ result: v.unknown() }),
]);

/** Calls a method of a node and parses its result. Rejects with SourceError. */
export type RpcCall = <T>(
  method: string,
  params: readonly unknown[],
  schema: v.GenericSchema<unknown, T>,
  signal: AbortSignal,
) => Promise<T>;

/**
 * Creates the calls of a node. `url` may contain a key, and a node may repeat it in its messages: errors have only codes,
 * and no cause.
 */
export const createRpcCall =
  (url: string): RpcCall =>
  async (method, params, schema, signal) => {
    const response = parseResponse(method, await post(url, { method, params }, signal));
    if ('error' in response)
      throw new SourceError(`${method}: the node returned error ${response.error.code}`);
    const result = v.safeParse(schema, response.result);
    if (!result.success) throw new SourceError(`${method}: the node returned an unexpected result`);
    return result.output;
  };

async function post(
  url: string,
  { method, params }: { method: string; params: readonly unknown[] },
  signal: AbortSignal,
): Promise<Buffer> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    // A redirect could lead anywhere.
    redirect: 'error',
  } as const;
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  try {
    return await downloadBytes(url, AbortSignal.any([signal, timeout]), request, MAX_RESPONSE_BYTES);
  } catch (error) {
    throw new SourceError(`${method}: ${describeFailure(error, timeout)}`);
  }
}

function describeFailure(error: unknown, timeout: AbortSignal): string {
  if (error instanceof SourceError) return error.message;
  if (timeout.aborted) return `no response in ${CALL_TIMEOUT_MS / 1_000} s`;
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? `no response, ${code}` : 'no response';
}

function parseResponse(method: string, bytes: Buffer): v.InferOutput<typeof RpcResponse> {
  try {
    return v.parse(RpcResponse, JSON.parse(bytes.toString()));
  } catch {
    throw new SourceError(`${method}: the response is not JSON-RPC`);
  }
}
