import { isTokenRejected, withHeaders } from '../api/authorizedClient.ts';
import type { ApiClient, AuthorizeRequest } from '../api/client.ts';
import { createSignedOutError, type AccessToken } from './accessToken.ts';

const toHeaders = (token: string) => ({ authorization: `Bearer ${token}` });

/** The user whose calls are sent. */
interface CallingUser {
  isGuest: () => boolean;
  /** Aborts when another user, or nobody, is logged in. */
  getLifetime: () => AbortSignal;
}

/**
 * Authorizes requests with the access token. A rejected token is refreshed and the request is sent once more; a request
 * whose token was replaced meanwhile is only sent once more, but never with the token of another user.
 */
export function createTokenAuthorizer(
  accessToken: AccessToken,
  { isGuest, getLifetime }: CallingUser,
): AuthorizeRequest {
  return async send => {
    const lifetime = getLifetime();
    const requireSameUser = () => {
      if (lifetime.aborted) throw createSignedOutError();
    };
    const sentToken = accessToken.getCurrent() ?? (await accessToken.refresh());
    requireSameUser();
    try {
      return await send(toHeaders(sentToken));
    } catch (error) {
      if (!isTokenRejected(error) || isGuest()) throw error;
      requireSameUser();
      const currentToken = accessToken.getCurrent();
      const isReplaced = currentToken !== null && currentToken !== sentToken;
      const nextToken = isReplaced ? currentToken : await accessToken.refresh();
      requireSameUser();
      return send(toHeaders(nextToken));
    }
  };
}

/** Wraps `api` for the account's calls, which all need `authorize`. Calls of a guest reject without a request. */
export function createAuthenticatedClient(
  api: ApiClient,
  authorizeByToken: AuthorizeRequest,
  isGuest: () => boolean,
): ApiClient {
  const authorize: AuthorizeRequest = async send => {
    if (isGuest()) throw createSignedOutError();
    return authorizeByToken(send);
  };
  return {
    ...api,
    authorize,
    call: (schema, path, call) =>
      authorize(headers => {
        call.signal?.throwIfAborted();
        return api.call(schema, path, withHeaders(call, headers));
      }),
  };
}
