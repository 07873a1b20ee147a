import { createAuthorizedClient } from '#core/api/authorizedClient.ts';
import type { ApiClient, AuthorizeRequest } from '#core/api/client.ts';
import { createClaimStorage, type ClaimStorage } from '#core/claim/claimStorage.ts';
import type { KeyValueStorage } from '#core/storage.ts';

/** Claims created in this browser, and the API client for claims. */
export interface LocalClaims {
  /** Sends the credentials of the account for claims without a secret. */
  api: ApiClient;
  /** localStorage; null if the browser blocks it. */
  storage: KeyValueStorage | null;
  /** Reads the storage at each call, because the widget writes to it as well. */
  claimStorage: Pick<
    ClaimStorage,
    | 'getClaims'
    | 'getUnfinishedClaims'
    | 'getLatestClaim'
    | 'getSecret'
    | 'getSentClaim'
    | 'getSecrets'
    | 'addClaim'
    | 'markClosed'
  >;
}

/** Claims of this browser; empty if storage is blocked. Without `authorize` the client is a guest's. */
export function createLocalClaims(api: ApiClient, authorize?: AuthorizeRequest): LocalClaims {
  const storage = getLocalStorage();
  return {
    api: authorize ? createAuthorizedClient(api, authorize) : api,
    storage,
    claimStorage: createClaimStorage({ api, local: storage }),
  };
}

/**
 * Whether the claim can be opened after a reload: this browser stores one of its secrets. Only then the secret may be
 * removed from the URL. The link of an e-mail has a different secret from that of the claim's creator.
 */
export function isClaimPersisted({ api, storage }: LocalClaims, id: string): boolean {
  return createClaimStorage({ api, local: storage }).getSecret(id) !== null;
}

/** Returns the secret in a URL's fragment, or null. A short fragment is an anchor, such as that of the skip link. */
export function parseSecretFragment(hash: string): string | null {
  return /^#([\w-]{20,})$/.exec(hash)?.[1] ?? null;
}

/** The browser's storage; null if it is blocked. */
export function getLocalStorage(): KeyValueStorage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
