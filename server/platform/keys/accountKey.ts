/** Length of a key, bytes. */
export const KEY_BYTES = 32;

/** Parses a key: 32 bytes as base64 or base64url, with or without padding. Null for anything else. */
export function parseAccountKey(text: string): Uint8Array | null {
  if (!/^[\w+/-]{43}=?$/.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  return key.length === KEY_BYTES ? key : null;
}

/** Formats a key as base64url. */
export function formatAccountKey(key: Uint8Array): string {
  return Buffer.from(key).toString('base64url');
}
