import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context as Call } from 'hono';
import type { Context } from '#server/context.ts';
import { first } from '#server/rates/settings.ts';
import { accepts } from './answer.ts';
import type { File } from './files.ts';
import type { FirstForm } from './first.ts';
import type { Headers } from './policy.ts';

/** Answers with the home page, complete; null when it has to do without a ready-made form. */
export type Home = (c: Call) => Promise<Response | null>;

/** Longest value of the deep link that is looked at. */
const MOST = 40;

/** Answers that are remembered for a second, for many people at once. */
const PAGES = 200;

const TAG = /<exchange-widget\b[^>]*>/;

/**
 * The home page with the form of the deep link asked for in it, visible before any script is there; made at each request,
 * from memory. `headersOf` a page's HTML.
 */
export function create(
  context: Context,
  form: FirstForm,
  page: File,
  headersOf: (html: string) => Headers,
): Home | null {
  const { catalogue, log, now } = context;
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
    Vary: 'Accept-Encoding',
  };

  function draw(wish: Record<string, string>): string | null {
    const { cur_from: from, cur_to: to, city, amount } = wish;
    const settings = first(context, { from, to, city });
    const drawn = form.html(settings, amount);
    if (drawn === null) return null;
    // A `<` would begin a tag, wherever it stands.
    const data = JSON.stringify(settings).replaceAll('<', String.raw`\u003c`);
    return `${before}${drawn}</div><script type="application/json" data-form="${form.id}">${data}</script>${after}`;
  }

  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>> | null>();
  let of: unknown;

  function body(wish: Record<string, string>, coding: Coding) {
    const known = [Math.floor(now() / 1000), catalogue.snapshot()];
    if (!Array.isArray(of) || known.some((one, n) => one !== (of as unknown[])[n])) kept.clear();
    of = known;
    const key = JSON.stringify([coding, wish]);
    const found = kept.get(key);
    if (found !== undefined) return found;
    const drawn = draw(wish);
    const made = drawn === null ? null : codings[coding](drawn);
    if (kept.size < PAGES) kept.set(key, made);
    return made;
  }

  return async c => {
    await catalogue.fresh();
    // What it says then is another page's.
    if (catalogue.tech().tech) return null;
    const accepted = c.req.header('accept-encoding');
    const coding = (['br', 'gzip'] as const).find(name => accepts(accepted, name)) ?? 'plain';
    const asked = Object.entries(c.req.query()).filter(
      ([name, value]) => WISHES.has(name) && value.length <= MOST,
    );
    try {
      const made = await body(Object.fromEntries(asked), coding);
      if (!made) return null;
      return c.body(made, 200, {
        ...headers,
        'Content-Type': page.type,
        ...(coding === 'plain' ? {} : { 'Content-Encoding': coding }),
      });
    } catch (error) {
      log.error({ err: error }, 'the home page goes without its form');
      return null;
    }
  };
}

const WISHES = new Set(['cur_from', 'cur_to', 'city', 'amount']);

type Coding = 'br' | 'gzip' | 'plain';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Fast rather than small: somebody waits for it. */
const codings: Record<Coding, (html: string) => Promise<Uint8Array<ArrayBuffer>>> = {
  br: async html => new Uint8Array(await brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })),
  gzip: async html => new Uint8Array(await zip(html)),
  plain: async html => new TextEncoder().encode(html),
};
