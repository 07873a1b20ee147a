// The one file that pages name. It runs as a classic script and as a module alike, so: no import, no import.meta.

/** Files of the widget beside this one, the element's first; written in by the build. */
declare const CHUNKS: readonly string[];

const own =
  (document.currentScript as HTMLScriptElement | null)?.src ||
  document.querySelector<HTMLScriptElement>('script[src*="exchange-widget.js"]')?.src ||
  location.href;

const tag = 'exchange-widget';

function load(): boolean {
  if (!document.querySelector(tag)) return false;
  // All at once: an import that waits for its importer costs a round trip. Whole addresses, because a classic script
  // of another origin has none to start from.
  Promise.all(CHUNKS.map(chunk => import(/* @vite-ignore */ new URL(chunk, own).href))).catch(error =>
    console.error(`${tag}: could not be loaded`, error),
  );
  return true;
}

if (!load()) {
  const observer = new MutationObserver(() => load() && observer.disconnect());
  observer.observe(document, { childList: true, subtree: true });
}
