/** Sets a value as the newest one of a map, and deletes the oldest one beyond `maxSize`. */
export function setNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, maxSize: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldestKey] = map.keys();
  if (map.size > maxSize && oldestKey !== undefined) map.delete(oldestKey);
}
