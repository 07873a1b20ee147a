import * as v from 'valibot';
import type { NewCredential, SignedCredential } from '#core/contract/account/passkeys/passkeys.ts';
import type { PasskeyRow } from '#server/platform/database/accountRows.ts';
import type { RelyingParty } from './relyingParty.ts';

/** Signature algorithms that passkeys may have, by COSE identifier: EdDSA, ES256, RS256. */
export const SUPPORTED_ALGORITHMS = [-8, -7, -257];

/** Loads the library with its certificate parsers at the first use of a passkey. */
const loadWebauthn = () => import('@simplewebauthn/server');

/** A passkey that a browser has created, and the signed challenge. */
export type VerifiedCredential = Pick<
  PasskeyRow,
  'credential_id' | 'public_key' | 'counter' | 'transports' | 'is_synced'
> & { challenge: string };

/** The state of a passkey after a signature, and the signed challenge. */
export interface VerifiedSignature {
  challenge: string;
  counter: bigint;
  is_synced: bigint;
}

const ClientData = v.object({ challenge: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) });

/** Reads the challenge of `clientDataJSON`. The caller looks it up in the database, which has only the server's own. */
function readChallenge(clientDataJSON: string): string | null {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString();
    return v.parse(ClientData, JSON.parse(text)).challenge;
  } catch {
    return null;
  }
}

/** Verifies a new passkey, apart from its challenge. Null if it belongs to another site or has no user verification. */
export async function verifyNewCredential(
  { id, origins }: RelyingParty,
  { response, ...credential }: NewCredential,
): Promise<VerifiedCredential | null> {
  const challenge = readChallenge(response.clientDataJSON);
  if (challenge === null) return null;
  const { verifyRegistrationResponse } = await loadWebauthn();
  const { transports = [], ...rest } = response;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, response: rest, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: SUPPORTED_ALGORITHMS,
    });
    if (!registrationInfo) return null;
    const { credential: created, credentialBackedUp } = registrationInfo;
    if (created.id !== credential.id) return null;
    return {
      challenge,
      credential_id: created.id,
      public_key: Buffer.from(created.publicKey).toString('base64url'),
      counter: BigInt(created.counter),
      transports: JSON.stringify(transports),
      is_synced: credentialBackedUp ? 1n : 0n,
    };
  } catch {
    // The library throws for every mismatch.
    return null;
  }
}

/**
 * Verifies a signature by a stored passkey, apart from its challenge. Null if the passkey or the site is another one,
 * if the user was not verified, or if the signature counter is too low: then a copy of the passkey exists.
 */
export async function verifySignedCredential(
  { id, origins }: RelyingParty,
  { response, ...credential }: SignedCredential,
  passkey: Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'user_id'>,
): Promise<VerifiedSignature | null> {
  const challenge = readChallenge(response.clientDataJSON);
  if (challenge === null) return null;
  const { userHandle, ...rest } = response;
  if (userHandle && userHandle !== encodeUserHandle(passkey.user_id)) return null;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response: rest, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: Number(passkey.counter),
      },
      requireUserVerification: true,
    });
    if (!verified) return null;
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return { challenge, counter: BigInt(newCounter), is_synced: credentialBackedUp ? 1n : 0n };
  } catch {
    return null;
  }
}

const encodeUserHandle = (userId: string) => Buffer.from(userId).toString('base64url');
