import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CalculatorSettings } from '#core/contract/calculator.ts';
import type { MarkupTree } from '#core/contract/markupTree.ts';
import { parseMarkup } from './parseMarkup.ts';

/** The widget's form as markup, drawn by the very components that take it over in the browser. */
export interface FormPrerenderer {
  /** Which build it is of: the name of the folder of the element's file. */
  buildId: string;
  /** Its style. */
  css: string;
  /** Addresses of the script that makes its fields work, and of the loader of this very build. */
  scriptUrl: string;
  loaderUrl: string;
  /** HTML for the exchange's own page; null when the settings do not hold all of a first paint. */
  renderHtml: (settings: CalculatorSettings, amount?: string) => string | null;
  /** For a partner's page, as data: nothing there need allow HTML. */
  renderTree: (settings: CalculatorSettings, amount?: string) => MarkupTree[] | null;
}

/** What the build leaves for Node. */
interface RenderModule {
  widgetCss: string;
  renderFormHtml: (
    settings: CalculatorSettings,
    options: { isExchangeSite: boolean; amount?: string | undefined },
  ) => string | null;
}

/** Forms that are remembered: pairs on show, and some with a sum. */
const MAX_CACHED_FORMS = 300;

/** The form of the build below `root`; null when there is none. */
export async function loadFormPrerenderer(root: string): Promise<FormPrerenderer | null> {
  const siteFolder = join(root, 'dist/site');
  try {
    const { sources } = JSON.parse(await readFile(join(siteFolder, '.vite/graph.json'), 'utf8')) as {
      sources: Record<string, string | undefined>;
    };
    const getBuiltFile = (name: string) => sources[name] ?? '';
    const pinnedLoader = (await readdir(join(siteFolder, 'widget'), { recursive: true })).find(name =>
      /^[\w-]{8}\/exchange-widget\.js$/.test(name),
    );
    const file = pathToFileURL(join(root, 'dist/first/render.js')).href;
    const { widgetCss, renderFormHtml } = (await import(file)) as RenderModule;
    const treeCache = createFormCache<MarkupTree[] | null>();
    const htmlCache = createFormCache<string | null>();
    return {
      buildId: basename(dirname(getBuiltFile('widget/element.ts'))),
      css: widgetCss,
      scriptUrl: `/${getBuiltFile('widget/prerender/prerenderedForm.ts')}`,
      loaderUrl: `/widget/${pinnedLoader ?? 'exchange-widget.js'}`,
      renderHtml: (settings, amount) =>
        htmlCache(settings, amount, () => renderFormHtml(settings, { isExchangeSite: true, amount })),
      renderTree: (settings, amount) =>
        treeCache(settings, amount, () => {
          const html = renderFormHtml(settings, { isExchangeSite: false, amount });
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
function createFormCache<T>() {
  const cache = new Map<string, T>();
  return (settings: CalculatorSettings, amount: string | undefined, render: () => T): T => {
    const pair = settings.pair && { ...settings.pair, quote: null, now: null, expiresAt: null };
    const cacheInput = JSON.stringify([{ ...settings, pair }, amount]);
    const key = createHash('sha1').update(cacheInput).digest('base64');
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    if (cache.size >= MAX_CACHED_FORMS) cache.clear();
    const created = render();
    cache.set(key, created);
    return created;
  };
}
