import * as v from 'valibot';
import { createJsonStorage } from '#core/storage.ts';
import type { JsonStorage } from '#core/storage.ts';

const RecentCodes = v.array(v.string());
const MAX_RECENT_CURRENCIES = 3;

function openRecentStorage(): JsonStorage {
  try {
    return createJsonStorage(localStorage, 'exchange-widget.');
  } catch {
    return createJsonStorage(null, '');
  }
}

/** Codes of the currencies selected last in this browser, latest first, at most three. */
export function readRecentCurrencies(): string[] {
  return openRecentStorage().read(RecentCodes, 'recent') ?? [];
}

/** Adds a code as the most recent one. */
export function addRecentCurrency(code: string): void {
  const others = readRecentCurrencies().filter(one => one !== code);
  openRecentStorage().write('recent', [code, ...others].slice(0, MAX_RECENT_CURRENCIES));
}
