/** Whether the page is about to be left by a step of our own. */
let leaving = false;

/** The next unloading is ours: it asks nobody. */
export function leave(): void {
  leaving = true;
}

/** Asks before the tab is closed, until the returned function is called. Links of the page itself are no closing. */
export function guard(): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  leaving = false;
  window.addEventListener('beforeunload', event => leaving || event.preventDefault(), { signal });
  window.addEventListener('pageshow', () => void (leaving = false), { signal });
  document.addEventListener(
    'click',
    event => {
      const link = event.composedPath().find(node => node instanceof HTMLAnchorElement);
      if (!link || link.target === '_blank' || link.origin !== location.origin) return;
      leaving = true;
      // A link that a script has taken over leaves nothing.
      setTimeout(() => (leaving = false), 1_000);
    },
    { signal, capture: true },
  );
  return () => listening.abort();
}
