import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { expect } from 'vitest';
import type {
  NewCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  SignedCredential,
} from '#core/contract/account/passkeys/passkeys.ts';

type CborKey = number | string;
type CborValue = number | string | Uint8Array | ReadonlyMap<CborKey, CborValue>;

const encodeBytes = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** The first byte of a CBOR item and its argument, up to 16 bits. */
function encodeHead(majorType: number, argument: number): Buffer {
  const type = majorType << 5;
  if (argument < 24) return Buffer.from([type | argument]);
  if (argument < 256) return Buffer.from([type | 24, argument]);
  return Buffer.from([type | 25, argument >> 8, argument & 255]);
}

/** Encodes integers, texts, bytes and maps as CBOR (RFC 8949). */
function encodeCbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value);
  if (typeof value === 'string')
    return Buffer.concat([encodeHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([encodeHead(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)]);
  return Buffer.concat([encodeHead(5, value.size), ...entries]);
}

/** A public key for ECDSA with P-256 and SHA-256, as COSE (RFC 9053). */
function encodeCoseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return encodeCbor(
    new Map<CborKey, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

const FLAGS = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16, hasKey: 64 } as const;

/** How a signature differs from that of an honest browser. */
interface Deviation {
  origin?: string;
  rpId?: string;
  isUserVerified?: boolean;
  /** Replaces the counter. */
  counter?: number;
  /** Replaces the user that the passkey belongs to. */
  userHandle?: string;
}

interface StoredKey {
  id: Buffer;
  privateKey: KeyObject;
  userHandle: string;
}

/**
 * An authenticator with the browser around it, as far as WebAuthn describes them: real keys, signatures and encodings.
 * `isCounting`: whether it counts its signatures; those that are synced do not.
 */
export class SoftwareAuthenticator {
  private readonly keys: StoredKey[] = [];
  private readonly origin: string;
  private readonly isCounting: boolean;
  private count = 0;

  constructor({ origin = 'http://localhost:3000', isCounting = true } = {}) {
    this.origin = origin;
    this.isCounting = isCounting;
  }

  /** Creates a key pair, as `navigator.credentials.create()`. */
  create(options: PasskeyCreationOptions, deviation: Deviation = {}): NewCredential {
    expect(options.pubKeyCredParams).toContainEqual({ type: 'public-key', alg: -7 });
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = { id: randomBytes(32), privateKey, userHandle: options.user.id };
    this.keys.push(key);
    const length = Buffer.from([key.id.length >> 8, key.id.length & 255]);
    const attestedKey = Buffer.concat([Buffer.alloc(16), length, key.id, encodeCoseKey(publicKey)]);
    const authData = this.buildData(deviation.rpId ?? options.rp.id, deviation, attestedKey);
    const id = encodeBytes(key.id);
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: this.buildClientData('webauthn.create', options.challenge, deviation),
        attestationObject: encodeBytes(
          encodeCbor(
            new Map<CborKey, CborValue>([
              ['fmt', 'none'],
              ['attStmt', new Map()],
              ['authData', authData],
            ]),
          ),
        ),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  /** Signs a challenge with the newest key, as `navigator.credentials.get()`. */
  sign(options: PasskeyRequestOptions, deviation: Deviation = {}): SignedCredential {
    const key = this.keys.at(-1) ?? expect.fail('the authenticator has no key');
    if (this.isCounting) this.count++;
    const authData = this.buildData(deviation.rpId ?? options.rpId, deviation);
    const clientDataJSON = this.buildClientData('webauthn.get', options.challenge, deviation);
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const id = encodeBytes(key.id);
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: encodeBytes(authData),
        signature: encodeBytes(sign('sha256', Buffer.concat([authData, hash]), key.privateKey)),
        userHandle: deviation.userHandle ?? key.userHandle,
      },
    };
  }

  private buildClientData(type: string, challenge: string, { origin = this.origin }: Deviation): string {
    return encodeBytes(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })));
  }

  private buildData(
    rpId: string,
    { isUserVerified = true, counter }: Deviation,
    attestedKey?: Buffer,
  ): Buffer {
    const synced = this.isCounting ? 0 : FLAGS.backupEligible | FLAGS.backedUp;
    const flags =
      FLAGS.userPresent |
      (isUserVerified ? FLAGS.userVerified : 0) |
      synced |
      (attestedKey ? FLAGS.hasKey : 0);
    const end = Buffer.alloc(5);
    end.writeUInt8(flags);
    end.writeUInt32BE(counter ?? this.count, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), end, attestedKey ?? Buffer.alloc(0)]);
  }
}
