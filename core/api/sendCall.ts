import * as v from 'valibot';
import type { Call, PathParameter } from '../contract/call.ts';
import type { ApiCall, ApiClient } from './client.ts';

/** What a call sends, besides its method and path. */
type CallContent<Body, Path extends string> = Omit<ApiCall, 'method' | 'body'> &
  ([Body] extends [object] ? { body: Body } : object) &
  Record<PathParameter<Path>, string>;

/** Replaces the parameters of a path by their values. */
export const fillPath = (path: string, values: object): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((values as Record<string, unknown>)[name])),
  );

/** Sends a call of the contract. Returns the response by its schema; callers ignore that of a call without one. Rejects with ApiError. */
export function sendCall<Output, Body, Path extends string>(
  client: ApiClient,
  {
    method,
    path,
    response = v.unknown() as v.GenericSchema<unknown, Output>,
    credentials,
  }: Call<Output, Body, Path>,
  ...[content]: object extends CallContent<Body, Path>
    ? [CallContent<Body, Path>?]
    : [CallContent<Body, Path>]
): Promise<Output> {
  const { body, ...options } = { ...content } as ApiCall;
  return client.call(response, fillPath(path, options), {
    credentials,
    ...options,
    method,
    // A POST, PUT or PATCH without content sends `{}`: another backend may refuse one without JSON.
    ...((body || method.startsWith('P')) && { body: { ...body } }),
  });
}
