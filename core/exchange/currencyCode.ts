import type { CurrencyItem } from '../contract/calculator.ts';

/** A currency code in the form that codes are compared in. */
export function normalizeCode(text: string): string {
  return text.trim().toUpperCase();
}

/** Whether the text is the currency's code or one of its aliases, in any case. */
export function matchesCode(text: string, { code, aliases }: CurrencyItem): boolean {
  const requestedCode = normalizeCode(text);
  return [code, ...aliases].some(name => normalizeCode(name) === requestedCode);
}
