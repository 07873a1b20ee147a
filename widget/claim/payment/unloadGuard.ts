/** Whether the page may be left without a confirmation. */
let isUnloadAllowed = false;

/** Suppresses the confirmation of the next unload. Called before our own code leaves the page. */
export function allowUnload(): void {
  isUnloadAllowed = true;
}

/**
 * Makes the browser ask for confirmation before the tab is closed or left, except by a link to the same
 * origin. The returned function removes the guard.
 */
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
