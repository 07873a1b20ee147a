/**
 * Gives the current history entry a key for React Router, unless it has one. Without it the first entry of every document
 * has the key "default", so that a page would open at the scroll position of another page of this tab.
 */
export function identifyHistoryEntry(): void {
  const state: unknown = history.state;
  if (typeof state === 'object' && state !== null && 'key' in state) return;
  history.replaceState({ ...(state as object | null), key: createEntryKey() }, '');
}

/** Eight random characters, like the keys of React Router. Unique within a tab is enough. */
function createEntryKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
