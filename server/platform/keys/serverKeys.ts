import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { KEY_BYTES } from './accountKey.ts';

/**
 * Purpose of a derived key, so that a signature for one purpose is not valid for another. Earlier versions put the same
 * names before the signed text.
 */
export type KeyPurpose =
  | 'access-token'
  | 'account-token'
  | 'body'
  | 'card'
  | 'claim-address'
  | 'claim-secret'
  | 'consent-address'
  | 'device'
  | 'handoff'
  | 'known-device'
  | 'mail-secret'
  | 'mailbox'
  | 'merchant'
  | 'quote'
  | 'rate-limit'
  | 'referral-click'
  | 'saved-requisite'
  | 'sealed-field'
  | 'telegram-link';

/** A claim was created, or a field encrypted, with a key that this process does not have. */
export class UnknownKeyError extends Error {
  override readonly name = 'UnknownKeyError';
  constructor(id: string) {
    super(`The key ${id} is neither ACCOUNT_KEY nor ACCOUNT_KEY_PREVIOUS`);
  }
}

/** The keys of the server: they sign with the current key, and verify signatures of earlier ones. */
export interface ServerKeys {
  /** Id of the current key: 8 digits that do not reveal it. */
  currentId: string;
  /** Id of ACCOUNT_KEY_PREVIOUS, or null. */
  previousId: string | null;
  /** Ids of keys that the operator has retired and removed from the configuration. */
  retiredIds: ReadonlySet<string>;
  /** The key of public numbers and payment memos. It is in the database, so it protects nothing. */
  numberingKey: Uint8Array;
  /** HMAC-SHA-256 of a text with the current key, 32 bytes. */
  sign: (purpose: KeyPurpose, text: string) => Buffer;
  /** Like `sign`, with the key of an id; null is the database's key. Throws UnknownKeyError. */
  signWith: (keyId: string | null, purpose: KeyPurpose, text: string) => Buffer;
  /** The signatures of a text with the current and the previous key. */
  listSignatures: (purpose: KeyPurpose, text: string) => Buffer[];
  /** The key of a purpose, derived from the current or the previous key, 32 bytes. Throws UnknownKeyError. */
  getDerivedKey: (keyId: string, purpose: KeyPurpose) => Uint8Array;
  /** Hash of a text for storage and lookup: 43 characters of base64url. */
  hash: (purpose: KeyPurpose, text: string) => string;
  /** All hashes under which the text may be stored: with the current, the previous and the database's key. */
  listHashes: (purpose: KeyPurpose, text: string) => string[];
}

/** The keys' bytes, 32 each. */
export interface ServerKeysOptions {
  current: Uint8Array;
  previous: Uint8Array | null;
  databaseKey: Uint8Array;
  retiredIds?: readonly string[];
}

/** Creates the keys of the server. A key for each purpose is derived with HKDF-SHA-256. */
export function createServerKeys(options: ServerKeysOptions): ServerKeys {
  const { databaseKey } = options;
  const current = createSigner(options.current);
  const previous = options.previous && createSigner(options.previous);
  const signers = [current, ...(previous && previous.id !== current.id ? [previous] : [])];
  const findSigner = (keyId: string) => {
    const signer = signers.find(({ id }) => id === keyId);
    if (!signer) throw new UnknownKeyError(keyId);
    return signer;
  };
  const signWithDatabaseKey: Signer['sign'] = (purpose, text) =>
    createHmac('sha256', toKeyObject(databaseKey)).update(`${purpose}:${text}`).digest();

  return {
    currentId: current.id,
    previousId: signers[1]?.id ?? null,
    retiredIds: new Set(options.retiredIds?.filter(id => signers.every(signer => signer.id !== id))),
    numberingKey: databaseKey,
    sign: current.sign,
    signWith: (keyId, purpose, text) =>
      keyId === null ? signWithDatabaseKey(purpose, text) : findSigner(keyId).sign(purpose, text),
    listSignatures: (purpose, text) => signers.map(({ sign }) => sign(purpose, text)),
    getDerivedKey: (keyId, purpose) => findSigner(keyId).getDerivedKey(purpose),
    hash: (purpose, text) => current.sign(purpose, text).toString('base64url'),
    listHashes: (purpose, text) =>
      [...signers.map(({ sign }) => sign), signWithDatabaseKey].map(sign =>
        sign(purpose, text).toString('base64url'),
      ),
  };
}

/** Returns the id of a key, which the database stores: 8 hexadecimal digits. */
export function getKeyId(key: Uint8Array): string {
  return deriveKey(key, 'key-id').toString('hex').slice(0, 8);
}

interface Signer {
  id: string;
  sign: (purpose: KeyPurpose, text: string) => Buffer;
  getDerivedKey: (purpose: KeyPurpose) => Uint8Array;
}

function createSigner(key: Uint8Array): Signer {
  const derivedKeys = new Map<KeyPurpose, Buffer>();
  const getDerivedKey = (purpose: KeyPurpose) => {
    const derived = derivedKeys.get(purpose) ?? deriveKey(key, purpose);
    derivedKeys.set(purpose, derived);
    return derived;
  };
  return {
    id: getKeyId(key),
    getDerivedKey,
    sign: (purpose, text) =>
      createHmac('sha256', toKeyObject(getDerivedKey(purpose)))
        .update(text)
        .digest(),
  };
}

function deriveKey(key: Uint8Array, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, 'razmen', info, KEY_BYTES));
}

const keyObjects = new WeakMap<Uint8Array, KeyObject>();

/** Returns the key as a cached object, which createHmac accepts five times faster than the bytes. */
export function toKeyObject(key: Uint8Array): KeyObject {
  const keyObject = keyObjects.get(key) ?? createSecretKey(key);
  keyObjects.set(key, keyObject);
  return keyObject;
}
