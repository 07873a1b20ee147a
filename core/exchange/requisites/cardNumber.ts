import luhn from 'card-validator/dist/luhn-10.js';
import { stripDigitSeparators } from './validateRequisite.ts';
import type { RequisiteVerdict } from './validateRequisite.ts';

/**
 * First digits of cards → the bank that issues most of them. A hint for the eye only: banks share and trade ranges, so
 * nothing may be refused or routed by it.
 */
const BANK_PREFIXES: readonly (readonly [bank: string, prefixes: readonly string[]])[] = [
  ['Сбербанк', ['2202', '4276', '4279']],
  ['Т-Банк', ['220070', '437773', '521324', '553691']],
  ['Альфа-Банк', ['220015', '415428', '521178', '548673']],
  ['ВТБ', ['220024', '427229']],
  ['Газпромбанк', ['220001']],
  ['Райффайзен Банк', ['220030']],
];

/** The bank a card number seems to belong to, from its first digits on; a hint, null when it says nothing. */
export function guessCardBank(number: string): string | null {
  return (
    BANK_PREFIXES.find(([, prefixes]) => prefixes.some(prefix => number.startsWith(prefix)))?.[0] ?? null
  );
}

/**
 * A card number: 16–19 digits with a right Luhn sum, stored without spaces; the note names the bank as a hint.
 * Only the Luhn sum is card-validator's: its brand table knows fewer lengths and brands than the rule allows.
 */
export function validateCardNumber(text: string): RequisiteVerdict {
  const number = stripDigitSeparators(text);
  if (!/^\d+$/.test(number)) return { ok: false, code: 'card_format' };
  if (number.length < 16 || number.length > 19) return { ok: false, code: 'card_length' };
  if (!luhn(number)) return { ok: false, code: 'card_checksum' };
  const bankName = guessCardBank(number);
  return { ok: true, value: number, ...(bankName && { note: { code: 'bank', bank: bankName } }) };
}
