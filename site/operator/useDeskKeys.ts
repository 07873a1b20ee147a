import { useEffect } from 'react';
import * as v from 'valibot';
import { createJsonStorage } from '#core/storage.ts';
import { getLocalStorage } from '../claim/local/localClaims.ts';

/** Actions by key: `/`, `?`, or the `KeyboardEvent.code` of a letter, which is the same in every layout. */
export type DeskKeys = Readonly<Record<string, () => void>>;

/** Whether a key belongs to a field, a dialog or a shortcut of the browser. */
function isTaken({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  const field = target instanceof Element && target.closest('input, textarea, select');
  return (ctrlKey ||
    metaKey ||
    altKey ||
    defaultPrevented ||
    field ||
    document.querySelector('dialog[open]')) as boolean;
}

const storage = createJsonStorage(getLocalStorage(), 'exchange:desk:');

/** Whether single keys act on this device. Who dictates, or presses keys by mistake, turns them off. */
export const areKeysOn = (): boolean => storage.read(v.boolean(), 'keys') ?? true;

/** Turns the keys of the desk on or off on this device. */
export const turnKeys = (isOn: boolean): void => storage.write('keys', isOn);

/** Handles keys while the page is open. `keys` must be stable. */
export function useDeskKeys(keys: DeskKeys): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      const action = keys[event.key === '/' || event.key === '?' ? event.key : event.code];
      if (!action || !areKeysOn()) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [keys]);
}

/** Moves the focus to the next (1) or the previous (−1) link, button or disclosure of the page's rows. It stays at the ends. */
function focusRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row] :is(a, button), summary[data-row]')];
  const current = links.indexOf(document.activeElement as HTMLElement);
  const next = current === -1 && step === -1 ? links.length - 1 : current + step;
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
}

/** Keys of every page of the desk. */
export const PAGE_KEYS: DeskKeys = {
  KeyJ: () => focusRow(1),
  KeyK: () => focusRow(-1),
  '/': () => document.querySelector<HTMLInputElement>('input[type="search"]')?.focus(),
};
