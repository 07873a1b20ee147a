import { join } from 'node:path';
import type { Context, MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { answer, ASK_ALWAYS } from './answer.ts';
import { compress, file, load, type File, type Files } from './files.ts';
import { allowed, common, example, personal, site, type Headers } from './policy.ts';
import * as partners from './widget.ts';

/** Everything that is served beside the API. */
export interface Host {
  /** Answers every GET and HEAD that reaches it. */
  pages: MiddlewareHandler;
  /** Whether site and widget were built; without them there are only 404s. */
  built: boolean;
  /** Makes the compressed copies; until it is done, answers go out as they are. */
  compress: () => Promise<void>;
  stop: () => Promise<void>;
}

type Page = { file: File; headers: Headers };

/** Reads the builds and the examples below `root` into memory: what is not there now is not served later. */
export async function open(config: Config, root: string, log?: Logger): Promise<Host> {
  const headers = common(config);
  const [own, widget, examples] = await Promise.all([
    load(join(root, 'dist/site')),
    partners.open(config, root, headers, log),
    load(join(root, 'examples')),
  ]);
  const permitted = allowed(config);
  const pageOf = (file: File, policy: (html: string) => Headers): Page => ({
    file,
    headers: { ...headers, ...policy(new TextDecoder().decode(file.body)) },
  });
  const pages = pagesOf(own, file => pageOf(file, html => site(html, permitted)));
  const shown = pagesOf(withIndex(examples), file => pageOf(file, example));
  const missing = pages.get('index.html');
  const knows = router(own);
  /** The page of an address. The home page may one day be completed for each request: this is where. */
  const pageFor = (_: Context, path: string): Page | undefined =>
    knows(path) ? missing : pages.get(`${path.slice(1)}index.html`);

  async function serve(c: Context): Promise<Response> {
    if (!['GET', 'HEAD'].includes(c.req.method)) {
      return c.text('', 405, { Allow: 'GET, HEAD', ...headers });
    }
    const path = decoded(c.req.path);
    const [, folder = '', rest = ''] = /^\/(widget|examples)\/(.*)$/s.exec(path) ?? [];
    if (folder === 'widget') return widget.serve(c, rest);
    if (folder === 'examples') {
      const page = shown.get(rest === '' ? 'index.html' : rest);
      if (page) return answer(c, page.file, page.headers);
      const found = examples.get(rest);
      if (found) return answer(c, found, headers);
    }
    const page = pageFor(c, path);
    if (page) return answer(c, page.file, OWN.test(path) ? { ...page.headers, ...personal } : page.headers);
    const found = pages.has(path.slice(1)) || HIDDEN.has(path) ? undefined : own.get(path.slice(1));
    if (found) return answer(c, found, headers, { cache: ASK_ALWAYS });
    return missing ? answer(c, missing.file, missing.headers, { status: 404 }) : c.text('', 404, headers);
  }

  return {
    pages: serve,
    built: missing !== undefined && widget.built,
    compress: () =>
      compress([...own.values(), ...widget.files.values(), ...[...shown.values()].map(page => page.file)]),
    stop: widget.stop,
  };
}

/** Pages of one claim or one verification. */
const OWN = /^\/(?:claim|verification|verify)(?:\/|$)/;

/** What the build says to the server, not to the world. */
const HIDDEN = new Set(['/routes.json']);

function pagesOf(files: Files, page: (file: File) => Page): ReadonlyMap<string, Page> {
  const html = [...files].filter(([name]) => name.endsWith('.html'));
  return new Map(html.map(([name, file]) => [name, page(file)]));
}

/** Whether the site's router knows an address: `/claim/:uuid` for instance, with or without a slash at its end. */
function router(own: Files): (path: string) => boolean {
  const parts = (path: string) => path.replace(/\/$/, '').split('/');
  const table = own.get('routes.json');
  const routes = (table ? (JSON.parse(new TextDecoder().decode(table.body)) as string[]) : ['/']).map(parts);
  return path => {
    const asked = parts(path);
    const fits = (part: string, at: number) =>
      part.startsWith(':') ? asked[at] !== '' && asked[at] !== undefined : part === asked[at];
    return routes.some(route => route.length === asked.length && route.every(fits));
  };
}

/** The examples, with a list of them when they have no index of their own. */
function withIndex(examples: Files): Files {
  const names = [...examples.keys()].filter(name => name.endsWith('.html')).sort();
  if (names.length === 0 || names.includes('index.html')) return examples;
  const links = names.map(name => `<li><a href="${encodeURI(name)}">${name.replace(/[<&]/g, '')}</a></li>`);
  const html = `<!doctype html><html lang="ru"><meta charset="utf-8"><title>Примеры</title><h1>Примеры</h1><ul>${links.join('')}</ul></html>`;
  return new Map([...examples, ['index.html', file('index.html', new TextEncoder().encode(html))]]);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
