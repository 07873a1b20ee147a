import { importWithRetry } from '../../importWithRetry.ts';
import type { RequisiteField } from '#core/contract/course/pair.ts';

/** Codes of messages.ts for an address that cannot be taken. */
export type AddressCode =
  | 'format'
  | 'checksum'
  | 'other_network'
  | 'testnet'
  | 'x_address'
  | 'raw_address'
  | 'stake_address'
  | 'contract_address'
  | 'unsupported';

/** Codes of messages.ts for an invalid requisite. */
export type RequisiteCode =
  | AddressCode
  | 'empty'
  | 'too_long'
  | 'card_format'
  | 'card_length'
  | 'card_checksum'
  | 'phone_format'
  | 'phone_country'
  | 'phone_mobile'
  | 'tag_format'
  | 'tag_range'
  | 'option_unknown'
  | 'name_letters'
  | 'name_words'
  | 'telegram_format'
  | 'text_format'
  | 'email_at'
  | 'email_local'
  | 'email_domain'
  | 'email_dot'
  | 'email_letters'
  | 'email_format';

/** Why a value is invalid, with the data of its message: `formatMessage(refusal.code, refusal)`. */
export interface RequisiteRefusal {
  ok: false;
  code: RequisiteCode;
  /** Network of the address, for `other_network`. */
  network?: string;
  /** Required network, for `other_network`. */
  expected?: string;
  /** Maximum number of characters, for `too_long`. */
  max?: number;
  /** Ticker of the token, for `contract_address`. */
  token?: string;
}

/**
 * A note on a valid value: a code of messages.ts and its data, or for `email_typo` the address that was probably meant.
 */
export type RequisiteNote =
  | { code: 'check_again'; bank?: never }
  | { code: 'bank'; bank: string }
  | { code: 'email_typo'; suggestion: string };

/** The normalized value to store, or why the value is invalid. */
export type RequisiteVerdict = { ok: true; value: string; note?: RequisiteNote } | RequisiteRefusal;

/** The fields to show. */
export function listVisibleFields(fields: readonly RequisiteField[]): RequisiteField[] {
  return fields.filter(field => field.visible);
}

/** Removes spaces, dashes, dots and brackets from a card or phone number. */
export function stripDigitSeparators(text: string): string {
  return text.replace(/[\s.()\p{Dash}]/gu, '');
}

/** Validates a Russian mobile number in any usual format (8 9…, +7 (9…), 9…); stored as +79XXXXXXXXX. */
export function validatePhone(text: string): RequisiteVerdict {
  const number = stripDigitSeparators(text);
  if (!/^\+?\d+$/.test(number)) return { ok: false, code: 'phone_format' };
  const nationalNumber = /^(?:\+?7|8)?(\d{10})$/.exec(number)?.[1];
  if (nationalNumber?.startsWith('9')) return { ok: true, value: `+7${nationalNumber}` };
  if (nationalNumber) return { ok: false, code: 'phone_mobile' };
  return { ok: false, code: /^\+[^7]\d{6,}$/.test(number) ? 'phone_country' : 'phone_format' };
}

/** Maximum lengths of an e-mail address and of its local part (RFC 5321). */
const EMAIL_MAX_LENGTH = { whole: 254, local: 64 } as const;

/** Validates an e-mail address, stored in lower case; the code names the missing part. */
export function validateEmail(text: string): RequisiteVerdict {
  const value = normalizeText(text).toLowerCase();
  if (value === '') return { ok: false, code: 'empty' };
  if (value.length > EMAIL_MAX_LENGTH.whole)
    return { ok: false, code: 'too_long', max: EMAIL_MAX_LENGTH.whole };
  const [local = '', domain, ...otherParts] = value.split('@');
  if (domain === undefined) return { ok: false, code: 'email_at' };
  if (/\P{ASCII}/u.test(value)) return { ok: false, code: 'email_letters' };
  if (local === '') return { ok: false, code: 'email_local' };
  if (otherParts.length > 0 || local.length > EMAIL_MAX_LENGTH.local)
    return { ok: false, code: 'email_format' };
  if (domain === '') return { ok: false, code: 'email_domain' };
  // No dot, or fewer than two characters after the last one.
  if (/^[a-z0-9-]*$|^[a-z0-9.-]*\.[a-z]?$/.test(domain)) return { ok: false, code: 'email_dot' };
  const isValid =
    /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/.test(local) &&
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/.test(domain);
  return isValid ? { ok: true, value } : { ok: false, code: 'email_format' };
}

/** Validates a full name: 2–4 words of letters, hyphens and apostrophes, stored with single spaces. */
export function validateFullName(text: string): RequisiteVerdict {
  const words = normalizeText(text).split(/\s+/u);
  const value = words.join(' ');
  if (value.length > 100) return { ok: false, code: 'too_long', max: 100 };
  if (!words.every(word => /^\p{L}[\p{L}\p{M}]*(?:[-'’]\p{L}[\p{L}\p{M}]*)*$/u.test(word)))
    return { ok: false, code: 'name_letters' };
  return words.length >= 2 && words.length <= 4 ? { ok: true, value } : { ok: false, code: 'name_words' };
}

/** Validates a Telegram name, with or without @, or its t.me link; stored as @name. */
export function validateTelegram(text: string): RequisiteVerdict {
  const name = /^(?:@|(?:https?:\/\/)?t\.me\/)?([a-z]\w{4,31})\/?$/i.exec(normalizeText(text))?.[1];
  return name ? { ok: true, value: `@${name}` } : { ok: false, code: 'telegram_format' };
}

/** Maximum length of a transfer comment (TON) in code points. */
const MAX_COMMENT_LENGTH = 120;

/** Validates a memo of the currency `code`: a destination tag for XRP (uint32), else a comment. */
export function validateMemo(text: string, code: string): RequisiteVerdict {
  const value = normalizeText(text);
  if (code.toUpperCase() !== 'XRP') return validateLine(value, MAX_COMMENT_LENGTH);
  if (!/^\d+$/.test(value)) return { ok: false, code: 'tag_format' };
  const tag = value.replace(/^0+(?=\d)/, '');
  // With at most ten digits the number is exact.
  return tag.length <= 10 && Number(tag) < 2 ** 32
    ? { ok: true, value: tag }
    : { ok: false, code: 'tag_range' };
}

/** Validators of text fields by field name, in lower case and letters only. */
const TEXT_VALIDATORS_BY_NAME = new Map<string, (text: string) => RequisiteVerdict>([
  ...['fullname', 'fio', 'name', 'holder', 'recipient'].map(name => [name, validateFullName] as const),
  ['telegram', validateTelegram],
  ['email', validateEmail],
]);

/**
 * Validates a value of a requisite field; `context.code` is the currency code of its side. An empty optional value is
 * valid. Rejects only if the validator of the field type cannot be loaded (offline).
 */
export async function validateRequisite(
  field: RequisiteField,
  value: string,
  context: { code: string },
): Promise<RequisiteVerdict> {
  const text = normalizeText(value);
  if (text === '') return field.required ? { ok: false, code: 'empty' } : { ok: true, value: '' };
  switch (field.type) {
    case 'card':
      return (await loadValidators.card()).validateCardNumber(text);
    case 'address':
      // An id from a backend that sends no codes. Only that backend can validate its addresses.
      if (/^\d+$/.test(context.code)) return validateLine(text);
      return (await loadValidators.address()).validateAddress(context.code, text);
    case 'phone':
      return validatePhone(text);
    case 'memo':
      return validateMemo(text, context.code);
    case 'select':
      return field.options?.some(option => option.value === text)
        ? { ok: true, value: text }
        : { ok: false, code: 'option_unknown' };
    case 'text':
      return (TEXT_VALIDATORS_BY_NAME.get(field.name.toLowerCase().replace(/[^a-z]/g, '')) ?? validateLine)(
        text,
      );
  }
}

const loadValidators = {
  card: () => importWithRetry(() => import('./cardNumber.ts')),
  address: () => importWithRetry(() => import('./validateAddress.ts')),
};

/** Validates a single line of at most `max` characters. */
function validateLine(text: string, max = 255): RequisiteVerdict {
  if (/\p{Cc}/u.test(text)) return { ok: false, code: 'text_format' };
  return [...text].length > max ? { ok: false, code: 'too_long', max } : { ok: true, value: text };
}

/** Normalizes text: composed letters, no invisible characters, no surrounding space. */
function normalizeText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .trim();
}
