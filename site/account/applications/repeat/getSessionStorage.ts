import type { KeyValueStorage } from '#core/storage.ts';

/** The storage of this tab; null if the browser blocks it. */
export function getSessionStorage(): KeyValueStorage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
