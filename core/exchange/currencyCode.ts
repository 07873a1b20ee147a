import type { CurrencyItem } from '../contract/calculator.ts';

/** Normalizes a currency code for comparison: trimmed, in upper case. */
export function normalizeCode(text: string): string {
  return text.trim().toUpperCase();
}

/** Whether the text is the currency's code or one of its aliases, in any case. */
export function matchesCode(text: string, { code, aliases }: CurrencyItem): boolean {
  const requestedCode = normalizeCode(text);
  return [code, ...aliases].some(name => normalizeCode(name) === requestedCode);
}
