import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown, UserConfig } from 'vite';
import manifest from '../package.json' with { type: 'json' };

const resolveSource = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The entries of the widget by their built names. */
export const widgetEntries = {
  'exchange-widget': resolveSource('loader.ts'),
  element: resolveSource('element.ts'),
  draw: resolveSource('prerender/renderForm.ts'),
  first: resolveSource('prerender/prerenderedForm.ts'),
};

/** Options that every build of the widget shares. */
export const commonConfig = {
  base: './',
  publicDir: false,
  plugins: [react()],
  define: {
    'process.env.NODE_ENV': '"production"',
    __WIDGET_VERSION__: JSON.stringify(manifest.version),
  },
} satisfies UserConfig;

/** The browsers that every build is for. */
export const buildTarget = {
  target: 'es2022',
  // The colours are made of light-dark() and relative oklch(): lowering them would change what they mean.
  cssTarget: ['chrome123', 'firefox128', 'safari18'],
} satisfies UserConfig['build'];

/** The module `id` and everything that it imports statically; with `includeLazy` also what it imports later. Leaves out what `exclude` matches and its imports. */
function collectImports(
  context: Rolldown.PluginContext,
  id: string,
  includeLazy: boolean,
  exclude?: RegExp,
  collected = new Set<string>(),
): Set<string> {
  if (collected.has(id) || exclude?.test(id)) return collected;
  collected.add(id);
  const info = context.getModuleInfo(id);
  const imported = [...(info?.importedIds ?? []), ...((includeLazy && info?.dynamicallyImportedIds) || [])];
  for (const next of imported) collectImports(context, next, includeLazy, exclude, collected);
  return collected;
}

/** Module ids by the part of the product that imports them. Empty until the module graph is complete. */
const modulesOf = {
  /** The widget with all that it loads later. */
  widget: new Set<string>(),
  /** What the element imports statically; then the touched form, the claim flow and the created claim. */
  element: new Set<string>(),
  formExtras: new Set<string>(),
  claimFlow: new Set<string>(),
  claimScreen: new Set<string>(),
  /** What every page of the site imports statically, and the site with all that its pages load later. */
  page: new Set<string>(),
  site: new Set<string>(),
  /** The same without the pages about one claim or one verification, which show the widget's screens. */
  publicPages: new Set<string>(),
};

const PRIVATE_PAGES = /\/site\/(?:claim|verification)\//;

/** Sorts the modules for `widgetChunkGroups`; `siteEntry` is the module that every page of the site runs. */
export function sortModules(siteEntry: string): Plugin {
  return {
    name: 'sort-modules',
    // An entry exports the names of its module, so that importWithRetry.ts can import it by its address.
    moduleParsed({ id, dynamicallyImportedIds }) {
      if (!/\/(?:core|widget)\//.test(id)) return;
      for (const lazyId of dynamicallyImportedIds)
        this.emitFile({ type: 'chunk', id: lazyId, name: basename(lazyId).replace(/\.\w+$/, '') });
    },
    buildEnd() {
      const entryIds = Object.values(widgetEntries);
      modulesOf.widget = new Set(entryIds.flatMap(id => [...collectImports(this, id, true)]));
      modulesOf.element = collectImports(this, widgetEntries.element, false);
      modulesOf.formExtras = collectImports(this, resolveSource('lazy/formExtras.ts'), false);
      modulesOf.claimFlow = collectImports(this, resolveSource('claim/entry.ts'), false);
      modulesOf.claimScreen = collectImports(this, resolveSource('claim/ClaimScreen.tsx'), false);
      modulesOf.page = collectImports(this, siteEntry, false);
      modulesOf.site = collectImports(this, siteEntry, true);
      modulesOf.publicPages = collectImports(this, siteEntry, true, PRIVATE_PAGES);
    },
  };
}

/** Helpers that the bundler itself adds. */
const HELPER_MODULES = /^\0/;

/** Whether the widget needs a module, whatever else imports it. */
export const isWidgetModule = (id: string) => HELPER_MODULES.test(id) || modulesOf.widget.has(id);

const REACT_MODULES = /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store|@preact)\//;

/** Core's amounts, and what makes the two fields of the prerendered form answer each other. */
const PRERENDER_MODULES =
  /\/core\/exchange\/(amount|course|form\/(pairView|typedAmounts))\.ts$|\/widget\/(prerender\/(prerenderedForm|earlyInput|savedState)|form\/fontStep)\.ts$/;

/** The widget's styles, and what draws the form's markup. */
const RENDERER_MODULES =
  /\/widget\/(prerender\/renderForm\.ts|styles\/styleSheet\.ts|(tokens|icons\/currencyIcons|styles\/widget)\.css\?inline)$/;

const isClaimFlowModule = (id: string) => modulesOf.claimFlow.has(id) && !modulesOf.formExtras.has(id);

/** Chunks of the widget. Modules that the site shares with it are in chunks of their own. */
export const widgetChunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Both load before React.
  { name: 'first', priority: 9, test: PRERENDER_MODULES },
  { name: 'draw', priority: 9, test: RENDERER_MODULES },
  // With the few small modules that every page of the site needs, too: the loader has no bytes left for one more chunk.
  {
    name: 'react',
    priority: 8,
    test: id =>
      REACT_MODULES.test(id) ||
      HELPER_MODULES.test(id) ||
      (modulesOf.element.has(id) && modulesOf.page.has(id)),
  },
  {
    name: 'core',
    priority: 7,
    // A text page must not load the claim's screens for a small module that both import.
    test: id =>
      (modulesOf.element.has(id) && modulesOf.site.has(id)) ||
      (modulesOf.claimScreen.has(id) && !modulesOf.claimFlow.has(id) && modulesOf.publicPages.has(id)),
  },
  // With what the element shares with its later parts: in small pieces it compresses worse.
  { name: 'element', priority: 6, test: id => modulesOf.element.has(id) },
  // Every page of the site looks for this visitor's unfinished claims.
  { name: 'claimStatus', priority: 5, test: id => isClaimFlowModule(id) && modulesOf.publicPages.has(id) },
  { name: 'claim', priority: 4, test: id => isClaimFlowModule(id) && modulesOf.site.has(id) },
  { name: 'entry', priority: 3, test: isClaimFlowModule },
  {
    name: 'ClaimScreen',
    priority: 2,
    test: id => modulesOf.claimScreen.has(id) && !modulesOf.formExtras.has(id),
  },
];

/** Writes into the loader which files it loads: those of the prerendered form and of the element, with their imports. */
export function injectChunkList(): Plugin {
  return {
    name: 'inject-chunk-list',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk');
      const findEntry = (name: string) => {
        const found = chunks.find(chunk => chunk.name === name && chunk.isEntry);
        if (!found) throw new Error(`the widget has no ${name}`);
        return found;
      };
      const [loader, element, renderer] = [
        findEntry('exchange-widget'),
        findEntry('element'),
        findEntry('draw'),
      ];
      const neededFiles = new Set([renderer.fileName, element.fileName, ...renderer.imports]);
      for (const name of neededFiles)
        for (const next of chunks.find(chunk => chunk.fileName === name)?.imports ?? [])
          neededFiles.add(next);
      const buildId = basename(dirname(element.fileName));
      const { code } = loader;
      if (!code.includes('${FORM}')) throw new Error('the loader names no build, or not in a template');
      const wrapLoader = (folder: string) => {
        const list = JSON.stringify([...neededFiles].map(name => folder + name.replace('widget/', '')));
        // A classic script's own names would be the page's.
        return `(()=>{${code.replace(/\bCHUNKS\b/g, () => list).replace(/\$\{FORM\}/g, () => buildId)}})();`;
      };
      loader.code = wrapLoader('');
      // For partners who stay with this version: the hashes in its list stand for all that it will ever load.
      const pinned = wrapLoader('../');
      const hash = createHash('sha256').update(pinned).digest('base64url').slice(0, 8);
      this.emitFile({ type: 'asset', fileName: `widget/${hash}/exchange-widget.js`, source: pinned });
    },
  };
}
