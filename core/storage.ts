import * as v from 'valibot';

/** What the models need of localStorage or sessionStorage. */
export interface Storage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** A storage that lives as long as the page: for private windows, frames without storage and tests. */
export function memory(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: key => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: key => void kept.delete(key),
  };
}

/** A shelf of JSON values in a storage; what was written stays readable here even when the storage refuses it. */
export interface Shelf {
  /** The value under `key`, or null when there is none or it is not of that shape. */
  read<T>(schema: v.GenericSchema<unknown, T>, key: string): T | null;
  write(key: string, value: unknown): void;
  remove(key: string): void;
}

/** A shelf over `storage` (null: memory only), every key prefixed; a storage that throws is never in the way. */
export function shelf(storage: Storage | null, prefix: string): Shelf {
  const own = memory();
  const attempt = <T>(act: () => T): T | null => {
    try {
      return act();
    } catch {
      return null;
    }
  };
  // Memory first: it holds only what the storage refused, and that is newer.
  const text = (key: string) => own.getItem(key) ?? attempt(() => storage?.getItem(key) ?? null);
  return {
    read(schema, key) {
      const found = text(prefix + key);
      if (found === null) return null;
      const parsed = v.safeParse(
        schema,
        attempt<unknown>(() => JSON.parse(found)),
      );
      return parsed.success ? parsed.output : null;
    },
    write(key, value) {
      const json = JSON.stringify(value);
      const stored = storage && attempt(() => (storage.setItem(prefix + key, json), true));
      if (stored) own.removeItem(prefix + key);
      else own.setItem(prefix + key, json);
    },
    remove(key) {
      own.removeItem(prefix + key);
      attempt(() => storage?.removeItem(prefix + key));
    },
  };
}
