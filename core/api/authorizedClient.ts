import { ApiError } from './apiError.ts';
import type { ApiCall, ApiClient, AuthorizeRequest } from './client.ts';

/** Whether the server rejected the access token, or there is no session any more. */
export const isTokenRejected = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code === 'token_not_valid';

/** Adds the headers of the credentials to a call. */
export const withHeaders = (call: ApiCall, headers: Readonly<Record<string, string>>): ApiCall => ({
  ...call,
  headers: { ...call.headers, ...headers },
});

/**
 * Wraps `api` for pages where somebody may be logged in: calls with `isAuthorized` carry the account's credentials. If
 * the session has ended, a GET is repeated without credentials; other calls reject, so that the visitor decides.
 */
export function createAuthorizedClient(api: ApiClient, authorizeRequest: AuthorizeRequest): ApiClient {
  const authorize: AuthorizeRequest = async send => {
    let isSent = false;
    try {
      return await authorizeRequest(headers => {
        isSent = true;
        return send(headers);
      });
    } catch (cause) {
      if (isSent || cause instanceof ApiError) throw cause;
      // The session's code could not be loaded.
      throw new ApiError('session: no connection', { kind: 'network', cause });
    }
  };
  return {
    ...api,
    authorize,
    async call(schema, path, call) {
      if (!call.isAuthorized) return api.call(schema, path, call);
      const send = () =>
        authorize(headers => {
          call.signal?.throwIfAborted();
          return api.call(schema, path, withHeaders(call, headers));
        });
      if (call.method !== 'GET') return send();
      return send().catch((error: unknown) => {
        if (!isTokenRejected(error)) throw error;
        return send();
      });
    },
  };
}
