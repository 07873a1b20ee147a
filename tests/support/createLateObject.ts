/** An object with the properties of one that exists later, so that a file of tests can name it once. */
export function createLateObject<T extends object>(getObject: () => T | undefined): T {
  const getCreated = () => {
    const object = getObject();
    if (!object) throw new Error('The object is used before it is created.');
    return object;
  };
  return new Proxy({} as T, {
    get(_, key) {
      const object = getCreated();
      const value: unknown = Reflect.get(object, key, object);
      return typeof value === 'function' ? (value.bind(object) as unknown) : value;
    },
    set: (_, key, value) => Reflect.set(getCreated(), key, value),
  });
}
