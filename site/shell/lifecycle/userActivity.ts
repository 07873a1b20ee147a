const DRAFT_MARKER_KEY = 'filling';

/** What people began on the page that is open, as far as events tell; read by hasUnsavedWork.ts. */
export const userActivity = {
  /** Path of the page on which something was typed or picked last. */
  editedPath: null as string | null,
  /** The last claim that a widget told of, and the path it did so on. */
  lastClaim: null as { path: string; status: string } | null,
  /** Whether this tab keeps a draft of the exchange form: it comes back with the form, also after a reload. */
  get hasDraft(): boolean {
    return trySessionStorage(storage => storage.getItem(DRAFT_MARKER_KEY)) !== null;
  },
};

/** Watches what people type and pick, also inside shadow roots: from the beginning, so that nothing is missed. */
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
    // The draft has become this claim.
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
