/** Tells this widget from the others of the page in storage, the same after a reload. */
export function getStorageScope(element: Element): string {
  return element.id || String([...document.querySelectorAll(element.localName)].indexOf(element));
}

/** A storage of the page; null in frames without storage, where the models keep what they need in memory. */
export function getBrowserStorage(kind: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[kind];
  } catch {
    return null;
  }
}

/** Whether this tab keeps anything of an element's form or claim: somebody began to fill in. `base` as the API client's. */
export function hasSavedState(element: Element, base: string): boolean {
  const prefix = `exchange:${base}:${getStorageScope(element)}:`;
  return Object.keys(getBrowserStorage('sessionStorage') ?? {}).some(key => key.startsWith(prefix));
}
