import * as v from 'valibot';
import type { Call } from '../contract/call.ts';
import type { ApiCall, ApiClient } from './client.ts';

/** What a call sends, besides its method and path. */
type CallContent<Body, Path> = Omit<ApiCall, 'method' | 'body'> &
  (Body extends object ? { body: Body } : object) &
  (Path extends `${string}{id}${string}` ? { id: string } : object);

/** Sends a call of the contract. Returns the response, undefined if the call has none; rejects with ApiError. */
export function sendCall<Output, Body, Path extends string>(
  client: ApiClient,
  { method, path, response }: Call<Output, Body, Path>,
  ...[content]: object extends CallContent<Body, Path>
    ? [CallContent<Body, Path>?]
    : [CallContent<Body, Path>]
): Promise<Output> {
  const { id = '', body, ...options } = { ...content } as Omit<ApiCall, 'method'> & { id?: string };
  return client.call(
    response ?? (v.unknown() as v.GenericSchema<unknown, Output>),
    path.replace('{id}', encodeURIComponent(id)),
    // A POST, PUT or PATCH without content sends `{}`: another backend may refuse one without JSON.
    { ...options, method, ...((body || !['GET', 'DELETE'].includes(method)) && { body: { ...body } }) },
  );
}
