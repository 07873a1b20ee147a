// The script that pages include. It runs as a classic script and as a module, so it has neither imports (except types)
// nor import.meta.

import type { AllSelectionAttributes } from './attributes.ts';

/** Inserted by the build: files of the form renderer, of the element, and of their imports, relative to this file. */
declare const CHUNKS: readonly string[];

/** Inserted by the build: its id, the name of the folder of the element's file. */
declare const FORM: string;

/** Replaced by the build: `import`, or a function that returns the code that the same script contains. */
declare const LOAD: <Module>(url: string) => Promise<Module>;

const scriptUrl =
  (document.currentScript as HTMLScriptElement | null)?.src ||
  document.querySelector<HTMLScriptElement>('script[src*="exchange-widget.js"]')?.src ||
  location.href;

// Absolute URLs: import() in a classic script resolves relative ones against the page.
const urls = CHUNKS.map(chunk => new URL(chunk, scriptUrl).href);
const [rendererUrl, elementUrl, prerenderUrl] = urls as [string, string, string];

/** Whether a widget is loading. The element's definition upgrades further ones. */
let isLoading: boolean | undefined;

/**
 * Requests the settings while the files load. Not needed on the exchange's own site, where the page contains them, for a
 * claim, or for an element that is already rendered.
 */
function prefetchSettings(widget: HTMLElement) {
  const readAttribute = (name: string) => widget.getAttribute(name) || '';
  const api = readAttribute('api');
  // An invalid `api` is ignored, as in isHttpUrl.ts. `localhost:4000` is invalid, too.
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
  // Cross-origin, so without cookies.
  const response = fetch(url);
  // `renderForm` handles the failure, but only after its module is loaded.
  response.catch(() => {});
  return [widget, url, response] as const;
}

/** First forms that are being rendered. The element waits for all of them: its definition would cancel the rest. */
const firstForms: Promise<void>[] = [];

/** Widgets that were found before. */
const seenWidgets = new WeakSet<Element>();

/** Loads a widget that is close to the viewport. */
async function loadWidget(widget: HTMLElement) {
  nearbyObserver.unobserve(widget);
  isLoading = true;
  try {
    const prefetched = prefetchSettings(widget);
    if (prefetched) {
      // In parallel: an import discovered by its importer would cost another round trip.
      const modules = Promise.all([
        LOAD<typeof import('./prerender/renderForm.ts')>(rendererUrl),
        LOAD(prerenderUrl),
      ]);
      try {
        // The first access to sessionStorage is slow. Do it while the files load, not while the form renders.
        void sessionStorage.length;
      } catch {
        // Storage is blocked, as in a sandboxed frame.
      }
      const [{ renderForm }] = await modules;
      firstForms.push(renderForm(...prefetched));
      // React and the element start when the first forms are painted, but wait at most 1 s: hidden pages have no frames.
      await new Promise(resolve => {
        setTimeout(resolve, 1000);
        // After the other widgets that were found with this one: theirs are in the list then.
        setTimeout(
          () =>
            void Promise.allSettled(firstForms).then(() => requestAnimationFrame(() => setTimeout(resolve))),
        );
      });
    }
    urls.forEach(href => {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.fetchPriority = 'low';
      link.href = href;
      document.head.append(link);
      // The request continues; the page's <head> stays unchanged.
      link.remove();
    });
    await import(/* @vite-ignore */ elementUrl);
    nearbyObserver.disconnect();
    additionObserver.disconnect();
  } catch (error) {
    console.error('exchange-widget: not loaded', error);
  }
}

const nearbyObserver = new IntersectionObserver(
  entries => entries.forEach(entry => entry.isIntersecting && void loadWidget(entry.target as HTMLElement)),
  // One viewport beyond each edge.
  { rootMargin: '100%' },
);

const additionObserver = new MutationObserver(records => {
  // A node can appear in several records.
  const visited = new Set();
  records.forEach(record => record.addedNodes.forEach(node => findWidgets(node, visited)));
});

/** Finds widgets in a node that is not in `visited` yet, including open shadow roots. */
function findWidgets(node: Node, visited = new Set()) {
  if (!(node instanceof Element) || visited.has(node)) return;
  for (const candidate of [node, ...node.querySelectorAll('*')]) {
    visited.add(candidate);
    const name = candidate.localName;
    if (name === 'exchange-widget') {
      if (seenWidgets.has(candidate)) continue;
      seenWidgets.add(candidate);
      const { top, height } = candidate.getBoundingClientRect();
      // Visible already: the observer would report it a frame later. Not checked in a frame, whose visible part is
      // unknown, and not for a rendered form, which can wait.
      if (
        height &&
        !candidate.shadowRoot &&
        self === parent &&
        !document.hidden &&
        top < 2 * innerHeight &&
        top > -height
      )
        void loadWidget(candidate as HTMLElement);
      else nearbyObserver.observe(candidate);
    } else if (candidate.shadowRoot) observeRoot(candidate.shadowRoot, visited);
    // A customized built-in element has no valid custom element name and is skipped.
    else if (name.includes('-') && !candidate.matches(':defined'))
      void customElements.whenDefined(name).then(() => findWidgets(candidate));
  }
}

function observeRoot(root: Node, visited?: Set<unknown>) {
  if (isLoading) return;
  additionObserver.observe(root, { childList: true, subtree: true });
  root.childNodes.forEach(node => findWidgets(node, visited));
}

observeRoot(document);
// Finds shadow roots attached to elements that were visited before.
addEventListener('load', () => observeRoot(document));
