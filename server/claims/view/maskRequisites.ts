const NBSP = '\u00a0';

/**
 * Masks the requisite that money is sent to, so that only its owner recognizes it: «2202 •••• 4417»,
 * «+7 ••• •••-12-34», «TXdem…k9Qz3». Prefers a card, then a phone, then an address, then the first value.
 */
export function maskRequisites(requisites: Readonly<Record<string, string>>): string {
  const values = Object.values(requisites).filter(value => value !== '');
  const findMatching = (pattern: RegExp) => values.find(value => pattern.test(value));
  const card = findMatching(/^\d{16,19}$/);
  if (card) return formatMaskedCard(card.slice(0, 4), card.slice(-4));
  const phone = findMatching(/^\+7\d{10}$/);
  if (phone) return formatMaskedPhone(phone.slice(-4));
  // All CashAddr addresses share this prefix.
  const address = findMatching(/^[^\s@]{20,}$/)?.replace(/^bitcoincash:/, '');
  if (address) return `${address.slice(0, 5)}…${address.slice(-5)}`;
  const [text = ''] = values;
  return text.length > 4 ? `${text.slice(0, 2)}•••${text.slice(-2)}` : '•••';
}

/** Formats a card by its first and last four digits: «2202 •••• 4417». */
export function formatMaskedCard(first4: string, last4: string): string {
  return `${first4}${NBSP}••••${NBSP}${last4}`;
}

/** Formats a Russian phone by its last four digits: «+7 ••• •••-12-34». */
export function formatMaskedPhone(last4: string): string {
  return `+7${NBSP}•••${NBSP}•••-${last4.slice(0, 2)}-${last4.slice(2)}`;
}
