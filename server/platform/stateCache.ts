/** What a value is calculated from: a change of any member makes it outdated. */
export type CacheState = readonly unknown[];

/** Whether nothing has changed. */
export function isSameState(one: CacheState, other: CacheState): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index]);
}

/** Creates an empty cache. Beyond `maxSize` keys, and for long ones, `get` makes each value: clients can invent keys. */
export function createStateCache<Value>(maxSize: number, maxKeyLength = 300) {
  const values = new Map<string, Value>();
  let currentState: CacheState = [];
  return {
    /** Returns the value of the key, which `create` makes once for each state. Errors are not cached. */
    get(state: CacheState, key: string, create: () => Value): Value {
      if (!isSameState(state, currentState)) values.clear();
      currentState = state;
      const cached = values.get(key);
      if (cached !== undefined) return cached;
      const created = create();
      if (values.size < maxSize && key.length <= maxKeyLength) values.set(key, created);
      return created;
    },
    delete: (key: string) => void values.delete(key),
  };
}
