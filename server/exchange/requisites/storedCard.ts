import type { SideName } from '#core/exchange/course.ts';
import type { ServerKeys } from '#server/platform/keys/serverKeys.ts';
import { formatMaskedCard, formatMaskedPhone } from './maskRequisites.ts';

/** The stored data of a card: first six digits, last four, and an HMAC to recognize it. */
export interface StoredCard {
  bin: string;
  last4: string;
  hash: string;
}

/** Requisites of a claim, field name → value. */
type ClaimRequisites = Readonly<Record<string, string>>;

/**
 * Finds the card to verify, and its side: the sending card, else the receiving card. Without a card, the phone of the
 * sender, else of the receiver, is used instead. Null if there is neither.
 */
export function findCard(
  sent: ClaimRequisites,
  received: ClaimRequisites,
): { side: SideName; number: string } | null {
  for (const name of ['card', 'phone'])
    for (const [side, values] of [
      ['from', sent],
      ['to', received],
    ] as const) {
      const number = Object.hasOwn(values, name) ? values[name] : undefined;
      if (number) return { side, number };
    }
  return null;
}

/** Finds the number of the card to verify, like `findCard`. */
export const findCardNumber = (sent: ClaimRequisites, received: ClaimRequisites): string | null =>
  findCard(sent, received)?.number ?? null;

/** Converts a card number to its stored data. For a phone, `bin` is empty. */
export function toStoredCard(keys: ServerKeys, number: string): StoredCard {
  const isPhone = number.startsWith('+');
  return { bin: isPhone ? '' : number.slice(0, 6), last4: number.slice(-4), hash: keys.hash('card', number) };
}

/** Masks a stored card or phone: «2202 •••• 4418», «+7 ••• •••-12-34». */
export function maskStoredCard({ bin, last4 }: Pick<StoredCard, 'bin' | 'last4'>): string {
  return bin === '' ? formatMaskedPhone(last4) : formatMaskedCard(bin.slice(0, 4), last4);
}
