import { createMemoryStorage } from '#core/storage.ts';
import type { KeyValueStorage } from '#core/storage.ts';

/** A storage whose entries a test can read and copy, as duplicating a tab does. */
export interface InspectableStorage extends KeyValueStorage {
  entries(): Record<string, string>;
  clear(): void;
}

/** Creates a storage with these entries. */
export function createInspectableStorage(initialItems: Record<string, string> = {}): InspectableStorage {
  const memoryStorage = createMemoryStorage();
  const keys = new Set<string>();
  const set = (key: string, value: string) => {
    keys.add(key);
    memoryStorage.setItem(key, value);
  };
  for (const [key, value] of Object.entries(initialItems)) set(key, value);
  return {
    getItem: memoryStorage.getItem,
    setItem: set,
    removeItem(key) {
      keys.delete(key);
      memoryStorage.removeItem(key);
    },
    clear() {
      for (const key of keys) memoryStorage.removeItem(key);
      keys.clear();
    },
    entries: () => Object.fromEntries([...keys].map(key => [key, memoryStorage.getItem(key) ?? ''])),
  };
}
