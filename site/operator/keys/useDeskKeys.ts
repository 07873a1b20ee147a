import { useEffect } from 'react';
import { keySwitch } from './deviceSwitch.ts';

/** Actions by key: `/`, `?`, or the `KeyboardEvent.code` of a letter. */
export type DeskKeys = Readonly<Record<string, () => void>>;

const SEARCH_FIELD = 'input[type="search"]';

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

/** The name of a key, the same in every layout: a Russian keyboard types a full stop with the key of the slash. */
function getKeyName({ key, code, shiftKey }: KeyboardEvent): string {
  if (key === '/' || key === '?') return key;
  return code === 'Slash' ? (shiftKey ? '?' : '/') : code;
}

/** Handles keys while the page is open, and ↓ in the search, which leads to its first row. `keys` must be stable. */
export function useDeskKeys(keys: DeskKeys): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (
        event.key === 'ArrowDown' &&
        event.target instanceof Element &&
        event.target.matches(SEARCH_FIELD)
      ) {
        event.preventDefault();
        focusRow(1);
        return;
      }
      if (isTaken(event)) return;
      const action = keys[getKeyName(event)];
      if (!action || !keySwitch.isOn()) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [keys]);
}

/**
 * Moves the focus to the next (1) or the previous (−1) row of the page: to its first link or button, else to the row
 * itself. It stays at the ends.
 */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const current = rows.findIndex(row => (row.closest('tr, li') ?? row).contains(document.activeElement));
  const next = current === -1 && step === -1 ? rows.length - 1 : current + step;
  const row = rows[Math.min(Math.max(next, 0), rows.length - 1)];
  if (!row) return;
  const target = row.querySelector<HTMLElement>('a, button') ?? row;
  // A row without a control is focusable by these keys only.
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus();
}

/** Keys of every page of the desk. */
export const PAGE_KEYS: DeskKeys = {
  KeyJ: () => focusRow(1),
  KeyK: () => focusRow(-1),
  '/': () => document.querySelector<HTMLInputElement>(SEARCH_FIELD)?.focus(),
};
