import { randomBytes } from 'node:crypto';
import { TOTP_CODE_LENGTH } from '#core/contract/account/secondFactor.ts';

/** Crockford's alphabet: no letter looks like a digit. 32 characters are 5 bit each. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** 50 bit. */
const RECOVERY_CODE_LENGTH = 10;

const GROUP_LENGTH = 5;

const TOTP_PATTERN = new RegExp(`^\\d{${TOTP_CODE_LENGTH}}$`);

/** Creates a random recovery code: xxxxx-xxxxx. */
export function createRecoveryCode(): string {
  const text = [...randomBytes(RECOVERY_CODE_LENGTH)].map(byte => ALPHABET[byte % ALPHABET.length]).join('');
  return `${text.slice(0, GROUP_LENGTH)}-${text.slice(GROUP_LENGTH)}`;
}

/** Normalizes a code: without spaces and hyphens, in lower case, letters that look like digits replaced by digits. */
export function normalizeCode(text: string): string {
  return text
    .replace(/[\s‐-―-]/g, '')
    .toLowerCase()
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
}

/** Whether a normalized code is from the app, not a recovery code. */
export const isTotpCode = (code: string): boolean => TOTP_PATTERN.test(code);
