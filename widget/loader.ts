// The one file that pages name. It runs as a classic script and as a module alike, so: no import, no import.meta.

import type { AllSelectionAttributes } from './attributes.ts';

/** Files of the widget beside this one: what draws the first form, the element, what they import; written in by the build. */
declare const CHUNKS: readonly string[];

/** Which build they are: the name of the folder of the element's file. */
declare const FORM: string;

const scriptUrl =
  (document.currentScript as HTMLScriptElement | null)?.src ||
  document.querySelector<HTMLScriptElement>('script[src*="exchange-widget.js"]')?.src ||
  location.href;

// Whole addresses, because a classic script of another origin has none to start from.
const [rendererUrl, elementUrl, prerenderUrl, ...otherUrls] = CHUNKS.map(
  chunk => new URL(chunk, scriptUrl).href,
) as [string, string, string, ...string[]];

let firstFormModules: Promise<[typeof import('./prerender/renderForm.ts'), unknown]> | undefined;

/** Everything at once, as far as a line can: an import that waits for its importer costs a round trip. */
function loadFirstForm() {
  if (firstFormModules) return firstFormModules;
  // The first form's 10 kB go 50 milliseconds ahead of the framework's 75: as long as they take on a phone's line, which
  // would have brought all of it no sooner had they shared it.
  setTimeout(() => {
    for (const href of [...otherUrls, elementUrl]) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.fetchPriority = 'low';
      link.href = href;
      document.head.append(link);
      // Its request goes on; the page's head is as it was.
      link.remove();
    }
  }, 50);
  firstFormModules = Promise.all([
    import(/* @vite-ignore */ rendererUrl),
    import(/* @vite-ignore */ prerenderUrl),
  ]);
  try {
    // The first look at it takes a browser some time, and the drawing looks: now there is nothing else to do.
    void sessionStorage.length;
  } catch {
    // Frames without storage.
  }
  return firstFormModules;
}

/**
 * The first answer, while the files are on their way. At home the page brings it, a claim needs another, and an element
 * that is known asks by itself.
 */
function prefetchSettings(widget: HTMLElement) {
  const readAttribute = (name: string) => widget.getAttribute(name) || '';
  const api = readAttribute('api');
  // A wrong one counts as none, as it does with the element (address.ts); `localhost:4000` is one, too.
  const { origin } = new URL(/^\s*https?:/i.test(api) && URL.canParse(api) ? api : scriptUrl);
  if (widget.shadowRoot || readAttribute('claim') || origin === location.origin) return;
  let url = `${origin}/api/v1/calculator/settings/?`;
  // Same order as in the model's request, which also always has the first two: the model reuses this response.
  const names = ['cur_from', 'cur_to', 'city', 'amount'] as const;
  (names satisfies AllSelectionAttributes<typeof names>).forEach((name, index) => {
    const requested = readAttribute(name);
    if (requested || index < 2) url += `${name}=${encodeURIComponent(requested)}&`;
  });
  url += `form=${FORM}`;
  // Of another origin: without cookies.
  return [widget, url, fetch(url)] as const;
}

/** The first forms of all widgets that are near: the framework would stop those that are still to come. */
const firstForms: Promise<void>[] = [];

/** Widgets that were looked at before. */
const seenWidgets = new WeakSet<Element>();

/** Begins with a widget that is near the part of the page that is seen. */
async function loadWidget(widget: HTMLElement) {
  nearbyObserver.unobserve(widget);
  try {
    const prefetched = prefetchSettings(widget);
    const [{ renderForm }] = await loadFirstForm();
    if (prefetched) {
      firstForms.push(renderForm(...prefetched));
      // The framework waits a second for the first form, no longer: it would only be in its way.
      await Promise.race([Promise.allSettled(firstForms), new Promise(resolve => setTimeout(resolve, 1000))]);
    }
    await import(/* @vite-ignore */ elementUrl);
    nearbyObserver.disconnect();
    additionObserver.disconnect();
  } catch (error) {
    console.error('exchange-widget: not loaded', error);
  }
}

const nearbyObserver = new IntersectionObserver(
  entries => entries.forEach(entry => entry.isIntersecting && void loadWidget(entry.target as HTMLElement)),
  // One screen further on all sides.
  { rootMargin: '100%' },
);

const additionObserver = new MutationObserver(records => {
  // What was put on the page piece by piece is in every piece's record.
  const visited = new Set();
  records.forEach(record => record.addedNodes.forEach(node => findWidgets(node, visited)));
});

/** Looks for widgets in what is new and not yet `looked` at, open shadow roots included. */
function findWidgets(node: Node, visited = new Set()) {
  if (!(node instanceof Element) || visited.has(node)) return;
  for (const candidate of [node, ...node.querySelectorAll('*')]) {
    visited.add(candidate);
    const name = candidate.localName;
    if (name === 'exchange-widget') {
      if (seenWidgets.has(candidate)) continue;
      seenWidgets.add(candidate);
      const { top, height } = candidate.getBoundingClientRect();
      // In sight by all appearances: an observer would tell a frame later, which is soon enough where a form is there
      // already. A frame does not know what is seen of it.
      if (
        height &&
        !candidate.shadowRoot &&
        self === parent &&
        !document.hidden &&
        top < 2 * innerHeight &&
        top > -innerHeight
      )
        void loadWidget(candidate as HTMLElement);
      else nearbyObserver.observe(candidate);
    } else if (candidate.shadowRoot) observeRoot(candidate.shadowRoot, visited);
    // Not so a built-in element that is to be another: nobody may ask for its name.
    else if (name.includes('-') && !candidate.matches(':defined'))
      void customElements.whenDefined(name).then(() => findWidgets(candidate));
  }
}

function observeRoot(root: Node, visited?: Set<unknown>) {
  // Soon the browser finds widgets by itself.
  if (firstFormModules) return;
  additionObserver.observe(root, { childList: true, subtree: true });
  root.childNodes.forEach(node => findWidgets(node, visited));
}

observeRoot(document);
// Roots that were attached to what was here before.
addEventListener('load', () => observeRoot(document));
