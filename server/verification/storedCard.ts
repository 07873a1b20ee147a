import { createHmac } from 'node:crypto';

const NBSP = '\u00a0';

/** What is kept of a card with its verification: first six digits, last four, and an HMAC to know it again by. */
export interface StoredCard {
  bin: string;
  last4: string;
  hash: string;
}

/** Requisites of a claim, field name → value. */
type ClaimRequisites = Readonly<Record<string, string>>;

/**
 * Number of the card that a claim's verification is about: the one that pays, else the one that receives. Where a side
 * is reached by phone instead, that phone stands for its owner's card. Null when neither is known.
 */
export function findCardNumber(sent: ClaimRequisites, received: ClaimRequisites): string | null {
  const getValue = (values: ClaimRequisites, name: string) =>
    Object.hasOwn(values, name) ? values[name] || null : null;
  return (
    getValue(sent, 'card') ??
    getValue(received, 'card') ??
    getValue(sent, 'phone') ??
    getValue(received, 'phone') ??
    null
  );
}

/** The card's number → what of it may be kept. A phone has no first six digits: `bin` is empty then. */
export function toStoredCard(secret: Uint8Array, number: string): StoredCard {
  const isPhone = number.startsWith('+');
  const hash = createHmac('sha256', secret).update(`card:${number}`).digest('base64url');
  return { bin: isPhone ? '' : number.slice(0, 6), last4: number.slice(-4), hash };
}

/** As its owner knows it: «2202 •••• 4418», «+7 ••• •••-12-34». */
export function formatMaskedCard({ bin, last4 }: Pick<StoredCard, 'bin' | 'last4'>): string {
  return bin === ''
    ? `+7${NBSP}•••${NBSP}•••-${last4.slice(0, 2)}-${last4.slice(2)}`
    : `${bin.slice(0, 4)}${NBSP}••••${NBSP}${last4}`;
}
