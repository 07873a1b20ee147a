const NBSP = '\u00a0';

/** Formats a card number (groups of four) or a Russian phone, without line breaks. Keeps other values. */
export function formatRequisite(type: string, value: string): string {
  const digits = value.replace(/[\s-]/g, '');
  if (type === 'card' && /^\d{13,19}$/.test(digits)) return digits.replace(/.{4}(?=.)/g, `$&${NBSP}`);
  const phoneParts =
    type === 'phone' && /^(?:\+?7|8)(\d{3})(\d{3})(\d\d)(\d\d)$/.exec(digits.replace(/[()]/g, ''));
  // U+2011 is the non-breaking hyphen.
  return phoneParts
    ? `+7${NBSP}${phoneParts[1]}${NBSP}${phoneParts[2]}\u2011${phoneParts[3]}\u2011${phoneParts[4]}`
    : value;
}
