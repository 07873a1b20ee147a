import { Secret, TOTP } from 'otpauth';
import { TOTP_CODE_LENGTH } from '#core/contract/account/secondFactor.ts';

/** The service name that apps display. */
const ISSUER = 'Размен';

/** Length of a secret, bytes: 160 bit. */
const SECRET_BYTES = 20;

const STEP_SECONDS = 30;

/** Accepted steps before and after the present one, for clocks that differ. */
const STEP_WINDOW = 1;

/** Options that all apps support. */
const TOTP_OPTIONS = { algorithm: 'SHA1', digits: TOTP_CODE_LENGTH, period: STEP_SECONDS } as const;

/** Creates a random secret, base32. */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address of a QR code that adds the secret to an app: otpauth://totp/… */
export function buildTotpUri(secret: string, email: string): string {
  return new TOTP({
    ...TOTP_OPTIONS,
    issuer: ISSUER,
    label: email,
    secret: Secret.fromBase32(secret),
  }).toString();
}

/** Returns the time step of this code, or null. A step is 30 seconds, counted from 1970 UTC. `at`: milliseconds. */
export function findTotpStep(secret: string, code: string, at: number): bigint | null {
  const totp = new TOTP({ ...TOTP_OPTIONS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: at, window: STEP_WINDOW });
  return delta === null ? null : BigInt(TOTP.counter({ period: STEP_SECONDS, timestamp: at }) + delta);
}
