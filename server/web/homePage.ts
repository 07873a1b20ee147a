import type { Context } from 'hono';
import type { Logger } from 'pino';
import {
  encodeText,
  negotiateEncoding,
  createEncodingHeaders,
  type ContentEncoding,
} from '#server/platform/http/response/contentEncoding.ts';
import type { StaticFile } from '#server/platform/http/response/staticFiles.ts';
import type { FormPrerenderer } from '#server/platform/prerender/formPrerenderer.ts';
import { sendBody, type ResponseHeaders } from '#server/platform/http/response/commonHeaders.ts';
import { createStateCache, type CacheState } from '#server/platform/stateCache.ts';
import type { SettingsSource } from './settingsSource.ts';

/** Sends the home page with its form; null if the form cannot be prerendered. */
export type HomePageHandler = (c: Context) => Promise<Response | null>;

/** Maximum length of a deep link parameter, characters; longer ones are ignored. */
const MAX_QUERY_VALUE_LENGTH = 40;

/** Maximum number of pages cached for the same second. */
const MAX_CACHED_PAGES = 200;

const WIDGET_TAG_PATTERN = /<exchange-widget\b[^>]*>/;

/**
 * Creates the handler of the home page. The form of the requested deep link is in the HTML, visible before any script
 * loads. `createPageHeaders` returns the headers for the page's HTML with its script.
 */
export function createHomePage(
  source: SettingsSource,
  form: FormPrerenderer,
  indexPage: StaticFile,
  createPageHeaders: (html: string, inlineScript: string) => ResponseHeaders,
  log?: Logger,
): HomePageHandler | null {
  const html = new TextDecoder()
    .decode(indexPage.body)
    // The form is hydrated by the script of its own build.
    .replace('src="/widget/exchange-widget.js"', `src="${form.loaderUrl}"`);
  const tag = WIDGET_TAG_PATTERN.exec(html);
  if (!tag) return null;
  const style = `<style>${form.css}</style>`;
  const htmlBeforeForm = `${html.slice(0, tag.index)}${tag[0]}<template shadowrootmode="open">${style}<div class="exchange">`;
  // Runs as soon as the form is parsed, before the first paint.
  const htmlAfterForm = `<script>${form.earlyInputScript}</script></template>${html.slice(tag.index + tag[0].length)}`;
  const headers = {
    ...createPageHeaders(htmlBeforeForm + htmlAfterForm, form.earlyInputScript),
    'Cache-Control': 'private, no-cache',
    'Content-Type': indexPage.type,
  };

  async function renderPage(query: Record<string, string>, c: Context): Promise<string | null> {
    const { cur_from: from, cur_to: to, city, amount } = query;
    const settings = await source.getSettings({ from, to, city }, c);
    const formHtml = settings && form.renderHtml(settings, amount);
    if (formHtml === null) return null;
    // An unescaped `<` would start a tag.
    const data = JSON.stringify(settings).replaceAll('<', String.raw`\u003c`);
    return `${htmlBeforeForm}${formHtml}</div><script type="application/json" data-form="${form.buildId}">${data}</script>${htmlAfterForm}`;
  }

  const cachedPages = createStateCache<Promise<Uint8Array<ArrayBuffer> | null>>(MAX_CACHED_PAGES);

  function getPage(state: CacheState, query: Record<string, string>, encoding: ContentEncoding, c: Context) {
    const key = JSON.stringify([encoding, query]);
    return cachedPages.get(state, key, () => {
      const created = renderPage(query, c).then(page => (page === null ? null : encodeText[encoding](page)));
      // Not cached: the next request for the page may get a form.
      void created.then(page => page ?? cachedPages.delete(key)).catch(() => cachedPages.delete(key));
      return created;
    });
  }

  return async c => {
    const encoding = negotiateEncoding(c.req.header('accept-encoding'));
    const queryEntries = Object.entries(c.req.query()).filter(
      ([name, value]) => PAIR_QUERY_NAMES.has(name) && value.length <= MAX_QUERY_VALUE_LENGTH,
    );
    try {
      const state = await source.getState();
      const responseBody = state && (await getPage(state, Object.fromEntries(queryEntries), encoding, c));
      if (!responseBody) return null;
      const pageHeaders = { ...headers, ...createEncodingHeaders(encoding) };
      return sendBody(
        c,
        () => responseBody,
        200,
        pageHeaders,
        () => source.isCurrent(state),
      );
    } catch (error) {
      log?.error({ err: error, id: c.var.requestId }, 'the home page goes without its form');
      return null;
    }
  };
}

const PAIR_QUERY_NAMES = new Set(['cur_from', 'cur_to', 'city', 'amount']);
