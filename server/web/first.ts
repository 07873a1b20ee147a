import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Settings } from '#core/contract/calculator.ts';
import type { Tree } from '#core/contract/form.ts';
import { parseMarkup } from './tree.ts';

/** The widget's form as markup, drawn by the very components that take it over in the browser. */
export interface FirstForm {
  /** Which build it is of: the name of the folder of the element's file. */
  id: string;
  /** Its style. */
  css: string;
  /** Addresses of the script that makes its fields work, and of the loader of this very build. */
  script: string;
  loader: string;
  /** HTML for the exchange's own page; null when the settings do not hold all of a first paint. */
  html: (settings: Settings, amount?: string) => string | null;
  /** For a partner's page, as data: nothing there need allow HTML. */
  tree: (settings: Settings, amount?: string) => Tree[] | null;
}

/** What the build leaves for Node. */
interface Rendered {
  css: string;
  render: (settings: Settings, options: { home: boolean; amount?: string | undefined }) => string | null;
}

/** Forms that are remembered: pairs on show, and some with a sum. */
const MOST = 300;

/** The form of the build below `root`; null when there is none. */
export async function open(root: string): Promise<FirstForm | null> {
  const widget = join(root, 'dist/widget');
  try {
    const manifest = JSON.parse(await readFile(join(widget, '.vite/manifest.json'), 'utf8')) as Record<
      string,
      { file: string } | undefined
    >;
    const built = (name: string) => manifest[name]?.file ?? '';
    const pinned = (await readdir(widget, { recursive: true })).find(name =>
      /^[\w-]{8}\/exchange-widget\.js$/.test(name),
    );
    const file = pathToFileURL(join(root, 'dist/first/render.js')).href;
    const { css, render } = (await import(file)) as Rendered;
    const known = remembered<Tree[] | null>();
    const pages = remembered<string | null>();
    return {
      id: dirname(built('widget/element.ts')),
      css,
      script: `/widget/${built('widget/first/first.ts')}`,
      loader: `/widget/${pinned ?? 'exchange-widget.js'}`,
      html: (settings, amount) => pages(settings, amount, () => render(settings, { home: true, amount })),
      tree: (settings, amount) =>
        known(settings, amount, () => {
          const html = render(settings, { home: false, amount });
          return html === null ? null : parseMarkup(html);
        }),
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}

/** Drawn once for the same figures: a quote and the time of day are not seen in it. */
function remembered<T>() {
  const kept = new Map<string, T>();
  return (settings: Settings, amount: string | undefined, make: () => T): T => {
    const pair = settings.pair && { ...settings.pair, quote: null, now: null, expiresAt: null };
    const seen = JSON.stringify([{ ...settings, pair }, amount]);
    const key = createHash('sha1').update(seen).digest('base64');
    const found = kept.get(key);
    if (found !== undefined) return found;
    if (kept.size >= MOST) kept.clear();
    const made = make();
    kept.set(key, made);
    return made;
  };
}
