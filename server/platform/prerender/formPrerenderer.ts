import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import type { MarkupTree } from '#core/contract/markupTree.ts';
import { createFormCache } from './formCache.ts';
import { parseMarkup } from './parseMarkup.ts';

/** Renders the widget's form with the components that hydrate it in the browser. */
export interface FormPrerenderer {
  /** Id of the build: folder name of the element's file. */
  buildId: string;
  /** CSS of the form. */
  css: string;
  /** Classic script that makes the form before it usable, until React is loaded. */
  earlyInputScript: string;
  /** URL of this build's loader. */
  loaderUrl: string;
  /** The loader with settings, JSON with their form, as the response to a request with `query`. */
  createScript: (settings: string, query: string) => string;
  /** HTML for the exchange's own page; null without data of the first paint, or at the limit of `createFormCache`. */
  renderHtml: (settings: CalculatorSettings, amount?: string) => string | null;
  /** The form as data for a partner's page, whose Trusted Types policy may forbid HTML text. */
  renderTree: (settings: CalculatorSettings, amount?: string) => MarkupTree[] | null;
}

/** Exports of the module that is built for Node. */
interface RenderModule {
  widgetCss: string;
  renderFormHtml: (
    settings: CalculatorSettings,
    options: { isExchangeSite: boolean; amount?: string | undefined },
  ) => string | null;
}

/** Loads the form of the build below `root`; null without a build. */
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
    const readBuilt = (name: string) => readFile(join(root, 'dist', name), 'utf8');
    const pairScript = await readBuilt('preload/preloadedPair.js');
    const loader = await readBuilt('site/.vite/preloadedLoader.js');
    const scriptStart = `((SETTINGS,QUERY)=>{${pairScript};(${loader})(PRELOADED.loadRenderer,PRELOADED.fetchSettings)})`;
    const treeCache = createFormCache<MarkupTree[]>();
    const htmlCache = createFormCache<string>();
    return {
      buildId: basename(dirname(getBuiltFile('widget/element.ts'))),
      css: widgetCss,
      earlyInputScript: await readBuilt('early/earlyInputScript.js'),
      loaderUrl: `/widget/${pinnedLoader ?? 'exchange-widget.js'}`,
      createScript: (settings, query) => `${scriptStart}(${settings},${JSON.stringify(query)});`,
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
