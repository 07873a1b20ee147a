const DRAFT_MARKER_KEY = 'filling';

/** What the visitor did on the open page; read by hasUnsavedWork.ts. */
export const userActivity = {
  /** Path of the page where the visitor last edited a field. */
  editedPath: null as string | null,
  /** The last `exchange-claim` event and the path of its page. */
  lastClaim: null as { path: string; status: string } | null,
  /** Whether the tab has a draft of the exchange form, which survives a reload. */
  get hasDraft(): boolean {
    return trySessionStorage(storage => storage.getItem(DRAFT_MARKER_KEY)) !== null;
  },
};

/** Records edits, also in shadow roots. Starts before hydration, so that none is missed. */
export function trackUserActivity(): void {
  const markEdited = (event: Event) => {
    userActivity.editedPath = location.pathname;
    if (event.target instanceof Element && event.target.localName === 'exchange-widget')
      trySessionStorage(storage => storage.setItem(DRAFT_MARKER_KEY, ''));
  };
  document.addEventListener('input', markEdited, true);
  document.addEventListener('exchange-change', event => {
    if ((event as CustomEvent<{ source: string }>).detail.source === 'user') markEdited(event);
  });
  document.addEventListener('exchange-claim', event => {
    const { status } = (event as CustomEvent<{ status: string }>).detail;
    userActivity.lastClaim = { path: location.pathname, status };
    // The draft was submitted as this claim.
    userActivity.editedPath = null;
    trySessionStorage(storage => storage.removeItem(DRAFT_MARKER_KEY));
  });
}

function trySessionStorage<T>(callback: (storage: Storage) => T): T | null {
  try {
    return callback(sessionStorage);
  } catch {
    return null;
  }
}
