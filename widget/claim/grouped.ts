const NBSP = '\u00a0';

/** A card's number in fours and a Russian phone as people read it; anything else as it is. No line breaks within. */
export function grouped(kind: string, value: string): string {
  const digits = value.replace(/[\s-]/g, '');
  if (kind === 'card' && /^\d{13,19}$/.test(digits)) return digits.replace(/.{4}(?=.)/g, `$&${NBSP}`);
  const phone =
    kind === 'phone' && /^(?:\+?7|8)(\d{3})(\d{3})(\d\d)(\d\d)$/.exec(digits.replace(/[()]/g, ''));
  // U+2011: a hyphen at which no line ends.
  return phone ? `+7${NBSP}${phone[1]}${NBSP}${phone[2]}\u2011${phone[3]}\u2011${phone[4]}` : value;
}
