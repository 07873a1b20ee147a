import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { UnknownKeyError, type ServerKeys } from '#server/platform/keys/serverKeys.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Location of an encrypted text. The text can be decrypted only as this field of this row. */
export interface SealedField {
  /** Table and column: `totp_factors.sealed_secret`. */
  column: string;
  /** The row's primary key. */
  id: string;
}

/** An encrypted text was changed, or copied from another field. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
}

/**
 * Encrypts the text of a field with the current key: `<key id>.<base64url of nonce, ciphertext and tag>`. A copy of the
 * database does not reveal it.
 */
export function sealField(keys: ServerKeys, field: SealedField, text: string): string {
  const keyId = keys.currentId;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keys.getDerivedKey(keyId, 'sealed-field'), nonce, {
    authTagLength: TAG_BYTES,
  });
  cipher.setAAD(describeField(field));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${keyId}.${sealed.toString('base64url')}`;
}

/**
 * Decrypts the text that `sealField` encrypted for the same field, with the current or the previous key. Throws
 * UnknownKeyError or SealBrokenError.
 */
export function openSealedField(keys: ServerKeys, field: SealedField, sealed: string): string {
  const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealBrokenError(`${field.column} is too short`);
  const key = keys.getDerivedKey(getSealKeyId(sealed), 'sealed-field');
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(describeField(field));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch (error) {
    throw new SealBrokenError(`${field.column} cannot be opened`, { cause: error });
  }
}

/** Like `openSealedField`; null if the text was changed or its key is neither the current nor the previous one. */
export function openSealedFieldIfReadable(
  keys: ServerKeys,
  field: SealedField,
  sealed: string,
): string | null {
  try {
    return openSealedField(keys, field, sealed);
  } catch (error) {
    if (error instanceof UnknownKeyError || error instanceof SealBrokenError) return null;
    throw error;
  }
}

/** Returns the id of the key that a text is encrypted with. */
export function getSealKeyId(sealed: string): string {
  return sealed.slice(0, sealed.indexOf('.'));
}

const describeField = ({ column, id }: SealedField): Buffer => Buffer.from(`${column}:${id}`);
