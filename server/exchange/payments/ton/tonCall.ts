import { createSend, parseJson, parseResult, type NodeCall } from '../jsonRpc.ts';
import { createRequestTurns } from '../requestTurns.ts';

/** Requests in a period. toncenter refuses more than one in a second without a key, and more than ten with a free one. */
const MAX_REQUESTS_WITHOUT_KEY = 1;
const MAX_REQUESTS_WITH_KEY = 10;
/** A second, and what a request may arrive earlier or later than another one, milliseconds. */
const PERIOD_MS = 1_100;

/** Parameters of a request. It is posted if it has a body. */
interface TonRequest {
  query?: Readonly<Record<string, string | number | bigint>>;
  body?: unknown;
}

/** Requests a resource of an index (toncenter API v3) and parses its response. Rejects with SourceError. */
export type TonCall = NodeCall<TonRequest>;

/** Creates the calls of an index (`createSend`). `apiKey`: of toncenter, or null. */
export function createTonCall(url: string, apiKey: string | null): TonCall {
  const headers = apiKey === null ? {} : { 'x-api-key': apiKey };
  const base = `${url.replace(/\/+$/, '')}/api/v3`;
  const maxRequests = apiKey === null ? MAX_REQUESTS_WITHOUT_KEY : MAX_REQUESTS_WITH_KEY;
  const waitForTurn = createRequestTurns(maxRequests, PERIOD_MS);
  return async (resource, { query = {}, body }, schema, signal) => {
    await waitForTurn(signal);
    const parameters = new URLSearchParams(
      Object.entries(query).map(([name, value]) => [name, String(value)]),
    );
    const send = createSend(`${base}/${resource}?${parameters}`, headers);
    const bytes = await send(resource, body, signal);
    return parseResult(resource, parseJson(resource, bytes.toString()), schema);
  };
}
