import * as v from 'valibot';

/** What the models need of localStorage or sessionStorage. */
export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** A storage that lives as long as the page: for private windows, frames without storage and tests. */
export function createMemoryStorage(): KeyValueStorage {
  const entries = new Map<string, string>();
  return {
    getItem: key => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: key => void entries.delete(key),
  };
}

/** A shelf of JSON values in a storage; what was written stays readable here even when the storage refuses it. */
export interface JsonStorage {
  /** The value under `key`, or null when there is none or it is not of that shape. */
  read<T>(schema: v.GenericSchema<unknown, T>, key: string): T | null;
  write(key: string, value: unknown): void;
  remove(key: string): void;
}

/** A shelf over `storage` (null: memory only), every key prefixed; a storage that throws is never in the way. */
export function createJsonStorage(storage: KeyValueStorage | null, prefix: string): JsonStorage {
  const fallback = createMemoryStorage();
  const tryOrNull = <T>(operation: () => T): T | null => {
    try {
      return operation();
    } catch {
      return null;
    }
  };
  // Memory first: it holds only what the storage refused, and that is newer.
  const readText = (key: string) => fallback.getItem(key) ?? tryOrNull(() => storage?.getItem(key) ?? null);
  return {
    read(schema, key) {
      const storedText = readText(prefix + key);
      if (storedText === null) return null;
      const parsed = v.safeParse(
        schema,
        tryOrNull<unknown>(() => JSON.parse(storedText)),
      );
      return parsed.success ? parsed.output : null;
    },
    write(key, value) {
      const json = JSON.stringify(value);
      const isStored = storage && tryOrNull(() => (storage.setItem(prefix + key, json), true));
      if (isStored) fallback.removeItem(prefix + key);
      else fallback.setItem(prefix + key, json);
    },
    remove(key) {
      fallback.removeItem(prefix + key);
      tryOrNull(() => storage?.removeItem(prefix + key));
    },
  };
}
