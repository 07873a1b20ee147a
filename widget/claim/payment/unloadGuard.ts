/** Whether our own code is about to leave the page. */
let isUnloadAllowed = false;

/** Skips the question at the next unload, which is our own. */
export function allowUnload(): void {
  isUnloadAllowed = true;
}

/** Asks before the tab is closed, until the returned function is called. Links of the page do not ask. */
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
      // A link that a script handles does not leave the page.
      setTimeout(() => (isUnloadAllowed = false), 1_000);
    },
    { signal, capture: true },
  );
  return () => listeners.abort();
}
