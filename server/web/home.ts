import type { Context as Call } from 'hono';
import type { Logger } from 'pino';
import * as codings from './coding.ts';
import type { Coding } from './coding.ts';
import type { File } from './files.ts';
import type { FirstForm } from './first.ts';
import type { Headers } from './policy.ts';
import type { Source } from './source.ts';

/** Answers with the home page, complete; null when it has to do without a ready-made form. */
export type Home = (c: Call) => Promise<Response | null>;

/** Longest value of the deep link that is looked at. */
const MOST = 40;

/** Answers that are remembered for a second, for many people at once. */
const PAGES = 200;

const TAG = /<exchange-widget\b[^>]*>/;

/**
 * The home page with the form of the deep link asked for in it, visible before any script is there; made at each request.
 * `headersOf` a page's HTML.
 */
export function create(
  source: Source,
  form: FirstForm,
  page: File,
  headersOf: (html: string) => Headers,
  log?: Logger,
): Home | null {
  const script = `<script type="module" async fetchpriority="high" src="${form.script}"></script>`;
  const html = new TextDecoder()
    .decode(page.body)
    // Before anything else that is fetched.
    .replace(/<(?:link|script)\b/, begin => script + begin)
    // What takes the form over is of the same build as the form.
    .replace('src="/widget/exchange-widget.js"', `src="${form.loader}"`);
  const tag = TAG.exec(html);
  if (!tag) return null;
  const style = `<style>${form.css}</style>`;
  const before = `${html.slice(0, tag.index)}${tag[0]}<template shadowrootmode="open">${style}<div class="exchange">`;
  const after = `</template>${html.slice(tag.index + tag[0].length)}`;
  const headers = {
    ...headersOf(before + after),
    'Cache-Control': 'private, no-cache',
  };

  async function draw(wish: Record<string, string>, c: Call): Promise<string | null> {
    const { cur_from: from, cur_to: to, city, amount } = wish;
    const settings = await source.first({ from, to, city }, c);
    const drawn = settings && form.html(settings, amount);
    if (drawn === null) return null;
    // A `<` would begin a tag, wherever it stands.
    const data = JSON.stringify(settings).replaceAll('<', String.raw`\u003c`);
    return `${before}${drawn}</div><script type="application/json" data-form="${form.id}">${data}</script>${after}`;
  }

  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>();
  let of: readonly unknown[] = [];

  function body(state: readonly unknown[], wish: Record<string, string>, coding: Coding, c: Call) {
    if (state.some((one, n) => one !== of[n])) kept.clear();
    of = state;
    const key = JSON.stringify([coding, wish]);
    const found = kept.get(key);
    if (found !== undefined) return found;
    const made = draw(wish, c).then(drawn => (drawn === null ? null : codings.encode[coding](drawn)));
    if (kept.size < PAGES) kept.set(key, made);
    made.catch(() => kept.delete(key));
    return made;
  }

  return async c => {
    const coding = codings.coding(c.req.header('accept-encoding'));
    const asked = Object.entries(c.req.query()).filter(
      ([name, value]) => WISHES.has(name) && value.length <= MOST,
    );
    try {
      const state = await source.state();
      const made = state && (await body(state, Object.fromEntries(asked), coding, c));
      if (!made) return null;
      return c.body(made, 200, {
        ...headers,
        ...codings.headers(coding),
        'Content-Type': page.type,
      });
    } catch (error) {
      log?.error({ err: error, id: c.var.requestId }, 'the home page goes without its form');
      return null;
    }
  };
}

const WISHES = new Set(['cur_from', 'cur_to', 'city', 'amount']);
