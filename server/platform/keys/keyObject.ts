import { createSecretKey, type KeyObject } from 'node:crypto';

const keyObjects = new WeakMap<Uint8Array, KeyObject>();

/** Returns the key as a cached object, which createHmac accepts five times faster than the bytes. */
export function toKeyObject(key: Uint8Array): KeyObject {
  const keyObject = keyObjects.get(key) ?? createSecretKey(key);
  keyObjects.set(key, keyObject);
  return keyObject;
}
