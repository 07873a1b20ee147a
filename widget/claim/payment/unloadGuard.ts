/** Whether the page is about to be left by a step of our own. */
let isUnloadAllowed = false;

/** The next unloading is ours: it asks nobody. */
export function allowUnload(): void {
  isUnloadAllowed = true;
}

/** Asks before the tab is closed, until the returned function is called. Links of the page itself are no closing. */
export function installUnloadGuard(): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  isUnloadAllowed = false;
  window.addEventListener('beforeunload', event => isUnloadAllowed || event.preventDefault(), { signal });
  window.addEventListener('pageshow', () => void (isUnloadAllowed = false), { signal });
  document.addEventListener(
    'click',
    event => {
      const link = event.composedPath().find(node => node instanceof HTMLAnchorElement);
      if (!link || link.target === '_blank' || link.origin !== location.origin) return;
      isUnloadAllowed = true;
      // A link that a script has taken over leaves nothing.
      setTimeout(() => (isUnloadAllowed = false), 1_000);
    },
    { signal, capture: true },
  );
  return () => listeners.abort();
}
