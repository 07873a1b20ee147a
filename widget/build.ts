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
export const widgetBuildConfig = {
  base: './',
  publicDir: false,
  plugins: [react()],
  define: {
    'process.env.NODE_ENV': '"production"',
    __WIDGET_VERSION__: JSON.stringify(manifest.version),
  },
} satisfies UserConfig;

/** Target browsers of every build. */
export const buildTarget = {
  target: 'es2022',
  // These browsers support light-dark() and relative oklch(). Compiling them for older ones would change the colours.
  cssTarget: ['chrome123', 'firefox128', 'safari18'],
} satisfies UserConfig['build'];

/**
 * Collects the module `id` and its static imports, with `includeLazy` also its dynamic ones. Skips modules that
 * `exclude` matches, with their imports.
 */
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

/** Module ids by the part of the program that imports them. Empty until the module graph is complete. */
const modulesOf = {
  /** The widget including its lazy modules. */
  widget: new Set<string>(),
  /** Static imports of the element, then of its lazy parts: the form's extras, the claim flow, the created claim. */
  element: new Set<string>(),
  formExtras: new Set<string>(),
  claimFlow: new Set<string>(),
  claimScreen: new Set<string>(),
  /** Static imports of every page of the site, and the site including the lazy modules of its pages. */
  page: new Set<string>(),
  site: new Set<string>(),
  /** Like `site`, without the dialogue that repeats a claim: it loads the element for the model of the form. */
  pages: new Set<string>(),
  /** Like `site`, without the private pages, which show the widget's screens. */
  publicPages: new Set<string>(),
};

/**
 * Fills `modulesOf`, which `widgetChunkGroups` reads. `siteEntry` is the module that every page of the site
 * runs. `privatePages` matches the modules of pages about one claim or one verification.
 */
export function collectChunkModules(siteEntry: string, privatePages: RegExp): Plugin {
  return {
    name: 'sort-modules',
    // An entry keeps its module's export names, so that importWithRetry.ts can import it by its URL.
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
      modulesOf.pages = collectImports(this, siteEntry, true, /\/RepeatDialog\.tsx$/);
      modulesOf.publicPages = collectImports(this, siteEntry, true, privatePages);
    },
  };
}

/** Helper modules that the bundler adds. */
const HELPER_MODULES = /^\0/;

/** Whether the widget imports a module, even if the site also imports it. */
export const isWidgetModule = (id: string) => HELPER_MODULES.test(id) || modulesOf.widget.has(id);

const REACT_MODULES = /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store|@preact)\//;

/** Modules that make the prerendered form usable before React: they convert the amounts of its two fields. */
const PRERENDER_MODULES =
  /\/core\/exchange\/(amount|course|form\/(pairView|typedAmounts))\.ts$|\/widget\/(prerender\/(prerenderedForm|earlyInput|savedState)|form\/fontStep)\.ts$/;

/** The widget's styles, and the renderer of the form's markup. */
const RENDERER_MODULES =
  /\/widget\/(prerender\/renderForm\.ts|styles\/styleSheet\.ts|(tokens|styles\/widget)\.css\?inline)$/;

/** Modules that public pages load only for another backend. */
const LAZY_CLAIM_MODULES = /\/core\/claim\/sentClaim\.ts$/;

const isClaimFlowModule = (id: string) => modulesOf.claimFlow.has(id) && !modulesOf.formExtras.has(id);

/** Chunks of the widget. Modules that the site shares with it are in chunks of their own. */
export const widgetChunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Both load before React.
  { name: 'first', priority: 9, test: PRERENDER_MODULES },
  { name: 'draw', priority: 9, test: RENDERER_MODULES },
  // Includes the small modules that every page of the site needs: another chunk would exceed the loader's budget.
  {
    name: 'react',
    priority: 8,
    test: id =>
      REACT_MODULES.test(id) ||
      HELPER_MODULES.test(id) ||
      ((modulesOf.element.has(id) || isClaimFlowModule(id)) && modulesOf.page.has(id)),
  },
  {
    name: 'core',
    priority: 7,
    // A text page must not load the claim's screens for a small module that both import.
    test: id =>
      (modulesOf.element.has(id) && modulesOf.pages.has(id)) ||
      (modulesOf.claimScreen.has(id) && !modulesOf.claimFlow.has(id) && modulesOf.publicPages.has(id)),
  },
  // Includes modules that the element shares with its lazy parts: smaller chunks compress worse.
  { name: 'element', priority: 6, test: id => modulesOf.element.has(id) },
  // Every page of the site checks for unfinished claims of the visitor.
  {
    name: 'claimStatus',
    priority: 5,
    test: id => isClaimFlowModule(id) && modulesOf.publicPages.has(id) && !LAZY_CLAIM_MODULES.test(id),
  },
  { name: 'claim', priority: 4, test: id => isClaimFlowModule(id) && modulesOf.site.has(id) },
  { name: 'entry', priority: 3, test: isClaimFlowModule },
  {
    name: 'ClaimScreen',
    priority: 2,
    test: id => modulesOf.claimScreen.has(id) && !modulesOf.formExtras.has(id),
  },
];

/** Throws if a chunk of the widget imports one of the site: a partner's page may not load those. */
function rejectForeignImports(chunks: readonly Rolldown.OutputChunk[]): void {
  for (const { fileName, imports, dynamicImports } of chunks) {
    const foreign = [...imports, ...dynamicImports].find(name => !name.startsWith('widget/'));
    if (fileName.startsWith('widget/') && foreign !== undefined)
      throw new Error(`${fileName} imports ${foreign}, which only the site may load`);
  }
}

/** The loader for a pair in the script's address, a function of its two replaced calls. No client can request it. */
const PRELOADED_LOADER_FILE = '.vite/preloadedLoader.js';

/** Writes the list of files to load into the loader: the prerendered form, the element, and their imports. */
export function injectChunkList(): Plugin {
  return {
    name: 'inject-chunk-list',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk');
      rejectForeignImports(chunks);
      const findEntry = (name: string) => {
        const found = chunks.find(chunk => chunk.name === name && chunk.isEntry);
        if (!found) throw new Error(`the build of the widget has no entry ${name}`);
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
      if (!code.includes('${FORM}')) throw new Error('widget/loader.ts has no ${FORM} in a template literal');
      const wrapLoader = (folder: string) => {
        const list = JSON.stringify([...neededFiles].map(name => folder + name.replace('widget/', '')));
        // Without a function, the variables of a classic script would be globals of the page.
        return `{${code.replace(/\bCHUNKS\b/g, () => list).replace(/\$\{FORM\}/g, () => buildId)}}`;
      };
      const finishLoader = (folder: string) =>
        `(()=>${wrapLoader(folder).replace(/\bLOAD\(/g, 'import(')})();`;
      loader.code = finishLoader('');
      // The server calls it with the code and the settings of the pair in the script's address.
      this.emitFile({
        type: 'asset',
        fileName: PRELOADED_LOADER_FILE,
        source: `((LOAD,fetch)=>${wrapLoader('')})`,
      });
      // For partners who pin a version: the hashes in its list fix every file that it loads.
      const pinned = finishLoader('../');
      const hash = createHash('sha256').update(pinned).digest('base64url').slice(0, 8);
      this.emitFile({ type: 'asset', fileName: `widget/${hash}/exchange-widget.js`, source: pinned });
    },
  };
}
