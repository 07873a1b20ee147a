import type { ApiClient } from '#core/api/client.ts';
import { createClaimStorage, type ClaimStorage } from '#core/claim/claimStorage.ts';
import type { KeyValueStorage } from '#core/storage.ts';

/** The claims that this browser made, as the pages around the widget know them, and the server to ask about them. */
export interface LocalClaims {
  api: ApiClient;
  /** localStorage, null where it is forbidden. */
  storage: KeyValueStorage | null;
  /** Read anew at each call: the widget writes into the same storage. */
  claimStorage: Pick<
    ClaimStorage,
    'getUnfinishedClaims' | 'getLatestClaim' | 'getSecret' | 'getSecrets' | 'addClaim' | 'markClosed'
  >;
}

/** The book of this browser; one that forbids storage has an empty one. */
export function createLocalClaims(api: ApiClient): LocalClaims {
  const storage = getLocalStorage();
  return { api, storage, claimStorage: createClaimStorage({ api, local: storage }) };
}

/** Where /claim leads: to the latest claim that is not over yet, else home. */
export function getUnfinishedClaimPath({ claimStorage }: LocalClaims): string {
  const [latest] = claimStorage.getUnfinishedClaims();
  return latest ? `/claim/${latest.id}` : '/';
}

/** Whether a secret survives a reload: only then may it leave the address. */
export function isSecretPersisted({ api, storage }: LocalClaims, id: string, secret: string): boolean {
  return createClaimStorage({ api, local: storage }).getSecret(id) === secret;
}

/**
 * The secret in an address's fragment, null when there is none. It is long: a short fragment names a part of the page,
 * as the skip link's does.
 */
export function parseSecretFragment(hash: string): string | null {
  return /^#([\w-]{20,})$/.exec(hash)?.[1] ?? null;
}

function getLocalStorage(): KeyValueStorage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
