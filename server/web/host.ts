import { join } from 'node:path';
import type { Context, MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { answer, ASK_ALWAYS } from './answer.ts';
import * as captchas from './captcha.ts';
import * as shown from './examples.ts';
import { failure } from './failure.ts';
import { compress, load, type File, type Files } from './files.ts';
import * as firsts from './first.ts';
import type { FirstForm } from './first.ts';
import * as homes from './home.ts';
import { completed } from './pages.ts';
import * as policy from './policy.ts';
import * as ready from './ready.ts';
import { router, type Route } from './router.ts';
import type { Source } from './source.ts';
import * as partners from './widget.ts';

/** Everything that is served beside the API. */
export interface Host {
  /** Answers every GET and HEAD that reaches it. */
  pages: MiddlewareHandler;
  /** Whether site and widget were built; without them there are only 404s. */
  built: boolean;
  /** Makes the compressed copies; until it is done, answers go out as they are. */
  compress: () => Promise<void>;
  /** The widget's ready-made form, where the widget is built. */
  form: FirstForm | null;
  /** From now on the home page comes with its form, the figures from this source. */
  begin: (source: Source) => void;
  stop: () => Promise<void>;
}

type Page = { file: File; headers: policy.Headers };

/** Reads the builds and the examples below `root` into memory: what is not there now is not served later. */
export async function open(config: Config, root: string, log?: Logger): Promise<Host> {
  const headers = policy.common(config);
  const [site, widget, examples, captcha] = await Promise.all([
    load(join(root, 'dist/site')).then(files => completed(files, config)),
    partners.open(config, root, headers, log),
    shown.open(root, headers),
    captchas.open(config, headers),
  ]);
  const permitted = policy.allowed(config);
  const pageOf = (file: File, own: (html: string) => policy.Headers): Page => ({
    file,
    headers: { ...headers, ...own(new TextDecoder().decode(file.body)) },
  });
  const pages = pagesOf(site, file => pageOf(file, html => policy.site(html, permitted)));
  const route = router(site);
  const form = await firsts.open(root);
  let home: homes.Home | null = null;

  async function serve(c: Context): Promise<Response> {
    if (!['GET', 'HEAD'].includes(c.req.method)) {
      return c.text('', 405, { Allow: 'GET, HEAD', ...headers });
    }
    const path = decoded(c.req.path);
    const [, folder = '', rest = ''] = /^\/(widget|examples)\/(.*)$/s.exec(path) ?? [];
    if (folder === 'widget') return widget.serve(c, rest);
    const example = folder === 'examples' ? examples.serve(c, rest) : undefined;
    if (example) return example;
    const asked = captcha.serve(c, path);
    if (asked) return asked;
    if (path === '/examples') return c.body(null, 301, { ...headers, Location: '/examples/' });
    const found = pages.has(path.slice(1)) || HIDDEN.has(path) ? undefined : site.get(path.slice(1));
    if (found) return answer(c, found, headers, { cache: ASK_ALWAYS });
    return page(c, route(path), path);
  }

  /** The page of an address; the home page is completed for each request. */
  async function page(c: Context, to: Route, path: string): Promise<Response> {
    if ('moved' in to) {
      const { search } = new URL(c.req.url);
      // Part by part: a `?` or `#` that was written in code stays part of the path.
      const parts = to.moved.split('/').map(part => encodeURIComponent(part));
      return c.body(null, 301, { ...headers, Location: parts.join('/') + search });
    }
    const { closed } = c.var;
    const shut = closed !== undefined && to.status === 200 ? pages.get(CLOSED) : undefined;
    if (shut) {
      return answer(c, shut.file, { ...shut.headers, 'Retry-After': String(closed) }, { status: 503 });
    }
    const found = pages.get(to.page);
    if (!found) return c.text('', 404, headers);
    const complete = to.page === 'index.html' ? await home?.(c) : null;
    if (complete) return complete;
    const own = OWN.test(path) ? { ...found.headers, ...policy.personal } : found.headers;
    return answer(c, found.file, own, { status: to.status });
  }

  const failed = pageOf(failure(site.get(CLOSED)), html => policy.site(html, permitted));
  /** A request for a page that goes wrong gets a page. */
  async function pagesOrFailure(c: Context): Promise<Response> {
    try {
      return await serve(c);
    } catch (error) {
      log?.error({ err: error, id: c.var.requestId }, 'a page failed');
      return answer(c, failed.file, failed.headers, { status: 500, cache: 'no-store' });
    }
  }

  return {
    pages: pagesOrFailure,
    built: pages.has('index.html') && widget.built,
    async compress() {
      const built = [...site.values(), ...widget.files.values()];
      await ready.take(join(root, 'dist', ready.FOLDER), built);
      await compress([...built, ...examples.files, ...captcha.files]);
    },
    form,
    begin(source) {
      const index = site.get('index.html');
      const headersOf = (html: string) => ({ ...headers, ...policy.site(html, permitted) });
      home = form && index ? homes.create(source, form, index, headersOf, log) : null;
    },
    stop: widget.stop,
  };
}

/** Pages of one claim or one verification. */
const OWN = /^\/(?:claim|verification|verify)(?:\/|$)/;

/** In place of every page while the exchange is closed for maintenance. */
const CLOSED = '503.html';

/** What the build says to the server, not to the world. */
const HIDDEN = new Set(['/routes.json']);

function pagesOf(files: Files, page: (file: File) => Page): ReadonlyMap<string, Page> {
  const html = [...files].filter(([name]) => name.endsWith('.html'));
  return new Map(html.map(([name, file]) => [name, page(file)]));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
