import { randomInt } from 'node:crypto';
import { REFERRAL_CODE_PATTERN } from '#core/contract/account/referralCode.ts';

const CODE_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;

/** A referral in its parts; `sub` may be empty. */
export interface ParsedReferral {
  code: string;
  sub: string;
}

/** Parses the referral of a claim or a link. Null if it is not of this programme. */
export function parseReferralCode(text: string | null): ParsedReferral | null {
  const [, code, sub = ''] = REFERRAL_CODE_PATTERN.exec(text ?? '') ?? [];
  return code === undefined ? null : { code: code.toUpperCase(), sub };
}

/** Creates a random code of eight letters and digits; 0 and 1 are left out, because they look like letters. */
export function createReferralCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
}
