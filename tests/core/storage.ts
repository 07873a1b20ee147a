import { memory } from '#core/storage.ts';
import type { Storage } from '#core/storage.ts';

/** A storage whose content can be looked at and copied, as duplicating a tab does. */
export interface SeenStorage extends Storage {
  all(): Record<string, string>;
}

/** A storage with that content. */
export function storage(first: Record<string, string> = {}): SeenStorage {
  const kept = memory();
  const keys = new Set<string>();
  const set = (key: string, value: string) => {
    keys.add(key);
    kept.setItem(key, value);
  };
  for (const [key, value] of Object.entries(first)) set(key, value);
  return {
    getItem: kept.getItem,
    setItem: set,
    removeItem(key) {
      keys.delete(key);
      kept.removeItem(key);
    },
    all: () => Object.fromEntries([...keys].map(key => [key, kept.getItem(key) ?? ''])),
  };
}
