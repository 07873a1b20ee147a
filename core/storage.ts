import * as v from 'valibot';

/** The part of localStorage and sessionStorage that the models use. */
export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Creates a storage in memory: for private windows, frames without storage access, and tests. */
export function createMemoryStorage(): KeyValueStorage {
  const entries = new Map<string, string>();
  return {
    getItem: key => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: key => void entries.delete(key),
  };
}

/** JSON values in a storage. A value that the storage refuses stays readable in memory. */
export interface JsonStorage {
  /** The value under `key`; null if it is missing or does not match the schema. */
  read<T>(schema: v.GenericSchema<unknown, T>, key: string): T | null;
  write(key: string, value: unknown): void;
  remove(key: string): void;
}

/** Creates a JSON storage over `storage` (null: memory only). Keys get the prefix; exceptions of `storage` are ignored. */
export function createJsonStorage(storage: KeyValueStorage | null, prefix: string): JsonStorage {
  const fallback = createMemoryStorage();
  const tryOrNull = <T>(operation: () => T): T | null => {
    try {
      return operation();
    } catch {
      return null;
    }
  };
  // Memory first: it holds only newer values that the storage refused.
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
