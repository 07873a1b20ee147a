import { formatAccountKey } from '#server/platform/keys/accountKey.ts';
import { createServerKeys } from '#server/platform/keys/serverKeys.ts';

/** ACCOUNT_KEY of test servers on PostgreSQL. */
export const TEST_ACCOUNT_KEY = formatAccountKey(new Uint8Array(32).fill(1));

/** Creates keys whose bytes are all `byte`. */
export const createTestKeys = (byte: number) =>
  createServerKeys({
    current: new Uint8Array(32).fill(byte),
    previous: null,
    databaseKey: new Uint8Array(32).fill(byte + 100),
  });
