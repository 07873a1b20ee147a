import type { Client } from '#core/api/client.ts';
import * as kept from '#core/claim/kept.ts';
import type { Kept } from '#core/claim/kept.ts';
import type { Storage } from '#core/storage.ts';

/** The claims that this browser made, as the pages around the widget know them, and the server to ask about them. */
export interface Book {
  api: Client;
  /** localStorage, null where it is forbidden. */
  local: Storage | null;
  /** Read anew at each call: the widget writes into the same storage. */
  kept: Pick<Kept, 'unfinished' | 'latest' | 'secret' | 'secrets' | 'add' | 'close'>;
}

/** The book of this browser; one that forbids storage has an empty one. */
export function open(api: Client): Book {
  const local = storage();
  return { api, local, kept: kept.create({ api, local }) };
}

/** Where /claim leads: to the latest claim that is not over yet, else home. */
export function way({ kept }: Book): string {
  const [latest] = kept.unfinished();
  return latest ? `/claim/${latest.id}` : '/';
}

/** Whether a secret survives a reload: only then may it leave the address. */
export function survives({ api, local }: Book, id: string, secret: string): boolean {
  return kept.create({ api, local }).secret(id) === secret;
}

/**
 * The secret in an address's fragment, null when there is none. It is long: a short fragment names a part of the page,
 * as the skip link's does.
 */
export function secretIn(hash: string): string | null {
  return /^#([\w-]{20,})$/.exec(hash)?.[1] ?? null;
}

function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
