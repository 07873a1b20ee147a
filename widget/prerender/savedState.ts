/** Storage scope of a widget: its id, else its index on the page. Stable across reloads. */
export function getStorageScope(element: Element): string {
  return element.id || String([...document.querySelectorAll(element.localName)].indexOf(element));
}

/** A Web Storage of the page; null where storage is blocked, as in a sandboxed frame. */
export function getBrowserStorage(kind: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[kind];
  } catch {
    return null;
  }
}

/** Whether this tab has saved state of an element's form or claim. `base` is the base of the API client. */
export function hasSavedState(element: Element, base: string): boolean {
  const prefix = `exchange:${base}:${getStorageScope(element)}:`;
  return Object.keys(getBrowserStorage('sessionStorage') ?? {}).some(key => key.startsWith(prefix));
}
