import { ApiError } from '../api/apiError.ts';
import type { ApiCall, ApiClient } from '../api/client.ts';
import { createSignedOutError, type AccessToken } from './accessToken.ts';

const isTokenRejected = (error: unknown) =>
  error instanceof ApiError && error.status === 401 && error.code === 'token_not_valid';

const withToken = (call: ApiCall | undefined, token: string): ApiCall => ({
  ...call,
  headers: { ...call?.headers, authorization: `Bearer ${token}` },
});

/** Whose calls are sent. */
interface CallingUser {
  isGuest: () => boolean;
  /** Aborts when another user, or nobody, is logged in. */
  getLifetime: () => AbortSignal;
}

/**
 * Wraps `api` for the account's calls. A rejected token is refreshed and the call is sent once more; a call whose token
 * was replaced meanwhile is only sent once more, but never with the token of another user. Calls of a guest reject without
 * a request.
 */
export function createAuthenticatedClient(
  api: ApiClient,
  accessToken: AccessToken,
  { isGuest, getLifetime }: CallingUser,
): ApiClient {
  return {
    base: api.base,
    clock: api.clock,
    async call(schema, path, call) {
      if (isGuest()) throw createSignedOutError();
      const lifetime = getLifetime();
      const requireSameUser = () => {
        call?.signal?.throwIfAborted();
        if (lifetime.aborted) throw createSignedOutError();
      };
      const sentToken = accessToken.getCurrent() ?? (await accessToken.refresh());
      requireSameUser();
      try {
        return await api.call(schema, path, withToken(call, sentToken));
      } catch (error) {
        if (!isTokenRejected(error) || isGuest()) throw error;
        requireSameUser();
        const currentToken = accessToken.getCurrent();
        const isReplaced = currentToken !== null && currentToken !== sentToken;
        const nextToken = isReplaced ? currentToken : await accessToken.refresh();
        requireSameUser();
        return api.call(schema, path, withToken(call, nextToken));
      }
    },
  };
}
