import * as v from 'valibot';
import type { PasskeyRow, SignupRow } from '#server/platform/database/accountRows.ts';
import type { VerifiedCredential } from './verifyCredential.ts';

/** The stored passkey of a sign-up, apart from the id of the credential, as JSON. */
const SignupPasskey = v.object({
  /** Id of the future account. The passkey stores it as its user handle. */
  userId: v.string(),
  publicKey: v.string(),
  counter: v.string(),
  transports: v.string(),
  isSynced: v.boolean(),
  name: v.string(),
});

type SignupColumns = Pick<SignupRow, 'passkey_id' | 'passkey'>;

/** Formats the passkey of a sign-up for its row. */
export function formatSignupPasskey(
  credential: VerifiedCredential,
  { userId, name }: { userId: string; name: string },
): SignupColumns {
  const passkey: v.InferOutput<typeof SignupPasskey> = {
    userId,
    publicKey: credential.public_key,
    counter: String(credential.counter),
    transports: credential.transports,
    isSynced: credential.is_synced === 1n,
    name,
  };
  return { passkey_id: credential.credential_id, passkey: JSON.stringify(passkey) };
}

/** Returns the passkey of a sign-up; null if it has a password. */
export function parseSignupPasskey({
  passkey_id,
  passkey,
}: SignupColumns): Omit<PasskeyRow, 'id' | 'created_at' | 'used_at'> | null {
  if (passkey_id === null || passkey === null) return null;
  const { userId, publicKey, counter, transports, isSynced, name } = v.parse(
    SignupPasskey,
    JSON.parse(passkey),
  );
  return {
    user_id: userId,
    credential_id: passkey_id,
    public_key: publicKey,
    counter: BigInt(counter),
    transports,
    is_synced: isSynced ? 1n : 0n,
    name,
  };
}
