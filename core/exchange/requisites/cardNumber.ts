import luhn from 'card-validator/dist/luhn-10.js';
import { stripDigitSeparators } from './validateRequisite.ts';
import type { RequisiteVerdict } from './validateRequisite.ts';

/**
 * Prefixes of card numbers by the bank that issues most of them. Only for a hint: banks share and trade ranges, so no
 * decision may depend on it.
 */
const BANK_PREFIXES: readonly (readonly [bank: string, prefixes: readonly string[]])[] = [
  ['Сбербанк', ['2202', '4276', '4279']],
  ['Т-Банк', ['220070', '437773', '521324', '553691']],
  ['Альфа-Банк', ['220015', '415428', '521178', '548673']],
  ['ВТБ', ['220024', '427229']],
  ['Газпромбанк', ['220001']],
  ['Райффайзен Банк', ['220030']],
];

/** Guesses the bank from the first digits of a card number, for a hint; null if unknown. */
export function guessCardBank(number: string): string | null {
  return (
    BANK_PREFIXES.find(([, prefixes]) => prefixes.some(prefix => number.startsWith(prefix)))?.[0] ?? null
  );
}

/**
 * Validates a card number: 16–19 digits with a Luhn checksum, stored without spaces; the note names the probable bank.
 * Only card-validator's Luhn function is used: its brand table lacks some brands and lengths.
 */
export function validateCardNumber(text: string): RequisiteVerdict {
  const number = stripDigitSeparators(text);
  if (!/^\d+$/.test(number)) return { ok: false, code: 'card_format' };
  if (number.length < 16 || number.length > 19) return { ok: false, code: 'card_length' };
  if (!luhn(number)) return { ok: false, code: 'card_checksum' };
  const bankName = guessCardBank(number);
  return { ok: true, value: number, ...(bankName && { note: { code: 'bank', bank: bankName } }) };
}
