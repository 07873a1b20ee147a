const KEY = 'filling';

/** What people began on the page that is open, as far as events tell; read by occupied.ts. */
export const filling = {
  /** Path of the page on which something was typed or picked last. */
  path: null as string | null,
  /** The last claim that a widget told of, and the path it did so on. */
  claim: null as { path: string; status: string } | null,
  /** Whether this tab keeps a draft of the exchange form: it comes back with the form, also after a reload. */
  get draft(): boolean {
    return kept(storage => storage.getItem(KEY)) !== null;
  },
};

/** Watches what people type and pick, also inside shadow roots: from the beginning, so that nothing is missed. */
export function watch(): void {
  const begin = (event: Event) => {
    filling.path = location.pathname;
    if (event.target instanceof Element && event.target.localName === 'exchange-widget')
      kept(storage => storage.setItem(KEY, ''));
  };
  document.addEventListener('input', begin, true);
  document.addEventListener('exchange-change', event => {
    if ((event as CustomEvent<{ source: string }>).detail.source === 'user') begin(event);
  });
  document.addEventListener('exchange-claim', event => {
    const { status } = (event as CustomEvent<{ status: string }>).detail;
    filling.claim = { path: location.pathname, status };
    // The draft has become this claim.
    filling.path = null;
    kept(storage => storage.removeItem(KEY));
  });
}

function kept<T>(act: (storage: Storage) => T): T | null {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
}
