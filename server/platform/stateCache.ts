/** What a value is calculated from: a change of any member makes it outdated. */
export type CacheState = readonly unknown[];

/** Values of one state by key. */
export interface StateCache<Value> {
  /** Returns the value of the key, which `create` makes once for each state. Errors are not cached. */
  get: (state: CacheState, key: string, create: () => Value) => Value;
  /** Lets the next `get` create the value again. */
  delete: (key: string) => void;
}

/** Maximum length of a key, characters. */
const MAX_KEY_LENGTH = 300;

/** Creates an empty cache. Beyond `maxSize` keys, and for long ones, `get` makes each value: clients can invent keys. */
export function createStateCache<Value>(maxSize: number): StateCache<Value> {
  const values = new Map<string, Value>();
  let currentState: CacheState = [];
  return {
    get(state, key, create) {
      if (state.some((part, index) => part !== currentState[index])) values.clear();
      currentState = state;
      const cached = values.get(key);
      if (cached !== undefined) return cached;
      const created = create();
      if (values.size < maxSize && key.length <= MAX_KEY_LENGTH) values.set(key, created);
      return created;
    },
    delete: key => void values.delete(key),
  };
}
