// The one file that pages name. It runs as a classic script and as a module alike, so: no import, no import.meta.

/** Files of the widget beside this one: what draws the first form, the element, what they import; written in by the build. */
declare const CHUNKS: readonly string[];

/** Which build they are: the name of the folder of the element's file. */
declare const FORM: string;

const own =
  (document.currentScript as HTMLScriptElement | null)?.src ||
  document.querySelector<HTMLScriptElement>('script[src*="exchange-widget.js"]')?.src ||
  location.href;

const tag = 'exchange-widget';
// Whole addresses, because a classic script of another origin has none to start from.
const [drawing, element, wiring, ...more] = CHUNKS.map(chunk => new URL(chunk, own).href) as [
  string,
  string,
  string,
  ...string[],
];

let first: Promise<[typeof import('./first/draw.ts'), unknown]> | undefined;

/** Everything at once, as far as a line can: an import that waits for its importer costs a round trip. */
function load() {
  if (first) return first;
  // The first form's 10 kB go 50 milliseconds ahead of the framework's 75: as long as they take on a phone's line, which
  // would have brought all of it no sooner had they shared it.
  setTimeout(() => {
    for (const href of [...more, element]) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.fetchPriority = 'low';
      link.href = href;
      document.head.append(link);
      // Its request goes on; the page's head is as it was.
      link.remove();
    }
  }, 50);
  first = Promise.all([import(/* @vite-ignore */ drawing), import(/* @vite-ignore */ wiring)]);
  try {
    // The first look at it takes a browser some time, and the drawing looks: now there is nothing else to do.
    void sessionStorage.length;
  } catch {
    // Frames without storage.
  }
  return first;
}

/**
 * The first answer, while the files are on their way. At home the page brings it, a claim needs another, and an element
 * that is known asks by itself.
 */
function ask(widget: HTMLElement) {
  const value = (name: string) => widget.getAttribute(name) || undefined;
  const api = value('api') ?? '';
  // A wrong one counts as none, as it does with the element (address.ts); `localhost:4000` is one, too.
  const { origin } = new URL(/^\s*https?:/i.test(api) && URL.canParse(api) ? api : own);
  if (widget.shadowRoot || value('claim') || origin === location.origin) return;
  const asked: Record<string, string | undefined> = {};
  let address = `${origin}/api/v1/calculator/settings/?`;
  // The order and the two that are always there are those of the model's own call, which this answer is to serve.
  ['cur_from', 'cur_to', 'city', 'amount'].forEach((name, n) => {
    const wish = (asked[name] = value(name));
    if (wish || n < 2) address += `${name}=${encodeURIComponent(wish ?? '')}&`;
  });
  address += `form=${FORM}`;
  // Of another origin: without cookies.
  return { element: widget, address, asked, response: fetch(address) };
}

/** The first forms of all widgets that are near: the framework would stop those that are still to come. */
const drawn: Promise<void>[] = [];

/** Widgets that were looked at before. */
const seen = new WeakSet<Element>();

/** Begins with a widget that is near the part of the page that is seen. */
async function begin(widget: HTMLElement) {
  near.unobserve(widget);
  try {
    const asked = ask(widget);
    const [{ draw }] = await load();
    if (asked) {
      drawn.push(draw(asked));
      // The framework waits a second for the first form, no longer: it would only be in its way.
      await Promise.race([Promise.allSettled(drawn), new Promise(done => setTimeout(done, 1000))]);
    }
    await import(/* @vite-ignore */ element);
    near.disconnect();
    added.disconnect();
  } catch (error) {
    console.error(`${tag}: not loaded`, error);
  }
}

const near = new IntersectionObserver(
  entries => entries.forEach(entry => entry.isIntersecting && void begin(entry.target as HTMLElement)),
  // One screen further on all sides.
  { rootMargin: '100%' },
);

const added = new MutationObserver(records => {
  // What was put on the page piece by piece is in every piece's record.
  const looked = new Set();
  records.forEach(record => record.addedNodes.forEach(node => look(node, looked)));
});

/** Looks for widgets in what is new and not yet `looked` at, open shadow roots included. */
function look(node: Node, looked = new Set()) {
  if (!(node instanceof Element) || looked.has(node)) return;
  for (const one of [node, ...node.querySelectorAll('*')]) {
    looked.add(one);
    const name = one.localName;
    if (name === tag) {
      if (seen.has(one)) continue;
      seen.add(one);
      const { top, height } = one.getBoundingClientRect();
      // In sight by all appearances: an observer would tell a frame later, which is soon enough where a form is there
      // already. A frame does not know what is seen of it.
      if (
        height &&
        !one.shadowRoot &&
        self === parent &&
        !document.hidden &&
        top < 2 * innerHeight &&
        top > -innerHeight
      )
        void begin(one as HTMLElement);
      else near.observe(one);
    } else if (one.shadowRoot) follow(one.shadowRoot, looked);
    // Not so a built-in element that is to be another: nobody may ask for its name.
    else if (name.includes('-') && !one.matches(':defined'))
      void customElements.whenDefined(name).then(() => look(one));
  }
}

function follow(root: Node, looked?: Set<unknown>) {
  // Soon the browser finds widgets by itself.
  if (first) return;
  added.observe(root, { childList: true, subtree: true });
  root.childNodes.forEach(node => look(node, looked));
}

follow(document);
// Roots that were attached to what was here before.
addEventListener('load', () => follow(document));
