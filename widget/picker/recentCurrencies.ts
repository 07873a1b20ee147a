import * as v from 'valibot';
import type { SideName } from '#core/exchange/course.ts';
import { createJsonStorage, type JsonStorage } from '#core/storage.ts';
import { getBrowserStorage } from '../prerender/savedState.ts';

const RecentCodes = v.object({ from: v.array(v.string()), to: v.array(v.string()) });
const STORAGE_KEY = 'recent';

/** Codes to remember for each side. Some may be hidden or closed later. */
const MAX_RECENT_CODES = 6;

const storages = new Map<string, JsonStorage>();

/** Storage of an exchange by its origin. Without access to storage, memory of this page. */
function openStorage(base: string): JsonStorage {
  const storage =
    storages.get(base) ?? createJsonStorage(getBrowserStorage('localStorage'), `exchange:${base}:`);
  storages.set(base, storage);
  return storage;
}

const readRecentCodes = (base: string) =>
  openStorage(base).read(RecentCodes, STORAGE_KEY) ?? { from: [], to: [] };

/** Codes of the currencies chosen on a side in this browser, the last one first. `base` is the exchange's origin. */
export function listRecentCurrencies(base: string, side: SideName): readonly string[] {
  return readRecentCodes(base)[side];
}

/** Adds a code as the side's most recent one. */
export function addRecentCurrency(base: string, side: SideName, code: string): void {
  const recentCodes = readRecentCodes(base);
  const codes = [code, ...recentCodes[side].filter(one => one !== code)].slice(0, MAX_RECENT_CODES);
  openStorage(base).write(STORAGE_KEY, { ...recentCodes, [side]: codes });
}
