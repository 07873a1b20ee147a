import * as v from 'valibot';
import type { NewCredential, SignedCredential } from '#core/contract/account/passkeys.ts';
import type { PasskeyRow } from '../../database/accountRows.ts';
import type { RelyingParty } from './relyingParty.ts';

/** Signatures that passkeys may have, as COSE names them: EdDSA, ES256, RS256. */
export const SUPPORTED_ALGORITHMS = [-8, -7, -257];

/** Loads the library with its parsers of certificates only when somebody uses a passkey. */
const loadWebauthn = () => import('@simplewebauthn/server');

/** A passkey that a browser has created, and the challenge that it has signed. */
export type VerifiedCredential = Pick<
  PasskeyRow,
  'credential_id' | 'public_key' | 'counter' | 'transports' | 'is_synced'
> & { challenge: string };

/** The state of a passkey after a signature, and the challenge that it has signed. */
export interface VerifiedSignature {
  challenge: string;
  counter: bigint;
  is_synced: bigint;
}

const ClientData = v.object({ challenge: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) });

/** Reads the challenge of `clientDataJSON`. The caller looks for it: only the server's own ones are in the database. */
function readChallenge(clientDataJSON: string): string | null {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString();
    return v.parse(ClientData, JSON.parse(text)).challenge;
  } catch {
    return null;
  }
}

/** Verifies a new passkey, apart from its challenge. Null if it belongs to another site, or its user was not verified. */
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
    // The library throws for everything that does not fit.
    return null;
  }
}

/**
 * Verifies a signature by a stored passkey, apart from its challenge. Null if it is another's, for another site, without
 * verification of the user, or if the passkey has signed less often than before: then there are two of it.
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
