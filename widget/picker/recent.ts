import * as v from 'valibot';
import { shelf } from '#core/storage.ts';
import type { Shelf } from '#core/storage.ts';

const Codes = v.array(v.string());
const KEPT = 3;

function own(): Shelf {
  try {
    return shelf(localStorage, 'exchange-widget.');
  } catch {
    return shelf(null, '');
  }
}

/** Codes of the currencies picked last in this browser, latest first, at most three. */
export function read(): string[] {
  return own().read(Codes, 'recent') ?? [];
}

/** Puts a code in front. */
export function add(code: string): void {
  const others = read().filter(one => one !== code);
  own().write('recent', [code, ...others].slice(0, KEPT));
}
