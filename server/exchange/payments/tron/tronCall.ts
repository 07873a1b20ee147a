import * as v from 'valibot';
import { SourceError } from '../../courses/prices/download.ts';
import { createSend, parseJson, parseResult, type NodeCall } from '../jsonRpc.ts';
import { createRequestTurns } from '../requestTurns.ts';

/** Requests in a second. TronGrid refuses more than 15 with a key, and refuses all for 30 seconds then. */
const MAX_REQUESTS_PER_SECOND = 10;

/** A response with an error. Nodes send it with status 200, also if they have too many requests. */
const ErrorResponse = v.object({ Error: v.unknown() });

/** Calls a method of a node's HTTP API. */
type TronCall = NodeCall<Readonly<Record<string, unknown>>>;

/** Creates the calls of a node (`createSend`). `apiKey`: of TronGrid, or null. Schemas get each `amount` as text. */
export function createTronCall(url: string, apiKey: string | null): TronCall {
  const headers = apiKey === null ? {} : { 'tron-pro-api-key': apiKey };
  const base = url.replace(/\/+$/, '');
  const waitForTurn = createRequestTurns(MAX_REQUESTS_PER_SECOND, 1_000);
  return async (method, params, schema, signal) => {
    await waitForTurn(signal);
    const bytes = await createSend(`${base}/wallet/${method}`, headers)(method, params, signal);
    // Amounts of TRX may exceed what a double holds, so they become text.
    const text = bytes.toString().replace(/("amount"\s*:\s*)(\d+)(?=[\s,}])/g, '$1"$2"');
    const response = parseJson(method, text);
    if (v.is(ErrorResponse, response)) throw new SourceError(`${method}: the node returned an error`);
    return parseResult(method, response, schema);
  };
}
