import type { Call, PathParameter } from '../contract/call.ts';
import type { ApiCall, ApiClient } from './client.ts';

/** What a call sends, besides its method and path. */
type CallContent<Body, Path extends string> = Omit<ApiCall, 'method' | 'body'> &
  ([Body] extends [object] ? { body: Body } : object) &
  Record<PathParameter<Path>, string | number>;

/** Replaces the parameters of a path by their values. */
export const fillPath = (path: string, values: object): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((values as Record<string, string | number>)[name] ?? ''),
  );

/** Sends a call of the contract. Returns the response by its schema; callers ignore that of a call without one. Rejects with ApiError. */
export function sendCall<Output, Body, Path extends string>(
  client: ApiClient,
  call: Call<Output, Body, Path>,
  ...[content = {} as CallContent<Body, Path>]: object extends CallContent<Body, Path>
    ? [CallContent<Body, Path>?]
    : [CallContent<Body, Path>]
): Promise<Output> {
  const { method, path, credentials, response } = call;
  return client.call(response, fillPath(path, content), {
    // A POST, PUT or PATCH without content sends `{}`: another backend may refuse one without JSON.
    ...(method.startsWith('P') && { body: {} }),
    ...(content as Omit<ApiCall, 'method'>),
    method,
    credentials,
  });
}
