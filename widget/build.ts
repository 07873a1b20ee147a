import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';
import manifest from '../package.json' with { type: 'json' };
import { modules } from './modules.ts';

/** Writes the files that the loader is to load into it: the element's, and what that imports at once. */
function injectChunkList(): Plugin {
  return {
    name: 'widget-chunks',
    generateBundle(_, bundle) {
      const files = Object.values(bundle).filter(file => file.type === 'chunk');
      const loader = files.find(file => file.name === 'exchange-widget');
      const element = files.find(file => file.name === 'element');
      if (!loader || !element) throw new Error('the widget has no loader or no element');
      const renderer = files.find(file => file.name === 'draw');
      if (!renderer) throw new Error('the widget has nothing to draw its first form with');
      const neededFiles = new Set([renderer.fileName, element.fileName, ...renderer.imports]);
      for (const name of neededFiles)
        for (const next of files.find(file => file.fileName === name)?.imports ?? []) neededFiles.add(next);
      const buildId = dirname(element.fileName);
      const wrapLoader = (folder: string) => {
        const list = JSON.stringify([...neededFiles].map(name => folder + name));
        // A classic script's own names would be the page's.
        return `(()=>{${code.replace(/\bCHUNKS\b/g, () => list).replace(/\$\{FORM\}/g, () => buildId)}})();`;
      };
      const { code } = loader;
      if (!code.includes('${FORM}')) throw new Error('the loader names no build, or not in a template');
      loader.code = wrapLoader('./');
      // For partners who stay with this version: the hashes in its list stand for all that it will ever load.
      const pinned = wrapLoader('../');
      const hash = createHash('sha256').update(pinned).digest('base64url').slice(0, 8);
      this.emitFile({ type: 'asset', fileName: `${hash}/${loader.fileName}`, source: pinned });
    },
  };
}

/** Lets every import that may be tried anew (core/importWithRetry.ts) carry a query: a browser tries an address that failed no more. */
function addImportQueries(): Plugin {
  return {
    name: 'widget-queries',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk')
          file.code = file.code.replace(
            /\(\)=>import\((`[^`]+`)\)/g,
            (_, name) => `(q="")=>import(${name}+q)`,
          );
    },
  };
}

/** Core's amounts, and what wires two fields with them. */
const PRERENDER_MODULES =
  /\/core\/exchange\/(amount|course|form\/(pairView|typedAmounts))\.ts$|\/widget\/(prerender\/(prerenderedForm|earlyInput|savedState)|form\/fontStep)\.ts$/;

/** The look, and what draws markup that comes as data. */
const RENDERER_MODULES =
  /\/widget\/(prerender\/renderForm\.ts|styles\/styleSheet\.ts|(tokens|icons\/currencyIcons|styles\/widget)\.css\?inline)$/;

/** All that the element imports at once: what it shares with its later parts stays in its own file. */
const elementModules = new Set<string>();

/** Finds it when all modules are known. */
function collectElementModules(): Plugin {
  return {
    name: 'widget-together',
    buildStart: () => elementModules.clear(),
    buildEnd() {
      const addModule = (id: string) => {
        if (elementModules.has(id)) return;
        elementModules.add(id);
        for (const next of this.getModuleInfo(id)?.importedIds ?? []) addModule(next);
      };
      addModule(fileURLToPath(new URL('element.ts', import.meta.url)));
    },
  };
}

/** The little that ofetch needs here of two libraries. */
const ofetchShim = fileURLToPath(new URL('plain.ts', import.meta.url));

/** What every build of the widget has in common. */
export const commonConfig = {
  base: './',
  publicDir: false,
  plugins: [react(), modules()],
  resolve: {
    alias: {
      // React has it since 18; the shim is for older ones.
      'use-sync-external-store/shim/index.js': 'react',
      ufo: ofetchShim,
      destr: ofetchShim,
    },
  },
  define: {
    'process.env.NODE_ENV': '"production"',
    // The widget is no business of the page's developer tools.
    __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
    setImmediate: 'undefined',
    // The page's own address and history are not the widget's, and it shows no pictures to weigh by the line's speed.
    navigation: 'undefined',
    'performance.getEntriesByType': 'undefined',
    __WIDGET_VERSION__: JSON.stringify(manifest.version),
  },
} satisfies UserConfig;

/** The browsers that every build is for. */
export const buildTarget = {
  target: 'es2022',
  // The colours are made of light-dark() and relative oklch(): lowering them would change what they mean.
  cssTarget: ['chrome123', 'firefox128', 'safari18'],
} satisfies UserConfig['build'];

/**
 * Builds the script that partners load: `dist/widget/exchange-widget.js`, stable by name, and its chunks under
 * `dist/widget/<hash>/`, which never change; the script itself is also there under a hash.
 */
export const widgetConfig: UserConfig = {
  ...commonConfig,
  plugins: [...commonConfig.plugins, collectElementModules(), injectChunkList(), addImportQueries()],
  build: {
    ...buildTarget,
    outDir: 'dist/widget',
    emptyOutDir: true,
    manifest: true,
    minify: true,
    modulePreload: false,
    // Library mode, because an application build puts Vite's preload helper into the loader.
    lib: {
      entry: {
        'exchange-widget': 'widget/loader.ts',
        element: 'widget/element.ts',
        draw: 'widget/prerender/renderForm.ts',
        first: 'widget/prerender/prerenderedForm.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: {
      // React asks the scheduler for two things that its production build does not have.
      checks: { importIsUndefined: false, pluginTimings: false },
      // What the element shares with its later parts stays in the element's own file.
      preserveEntrySignatures: 'allow-extension',
      output: {
        minify: true,
        // Hints for bundlers: nobody bundles this again.
        comments: false,
        entryFileNames: ({ name }) => (name === 'exchange-widget' ? '[name].js' : '[hash]/[name].js'),
        chunkFileNames: '[hash]/[name].js',
        codeSplitting: {
          groups: [
            { name: 'element', priority: 1, test: id => elementModules.has(id) },
            // What the first form is wired with, and what it is drawn with: both come before the framework.
            { name: 'first', priority: 3, test: id => PRERENDER_MODULES.test(id) },
            { name: 'draw', priority: 3, test: id => RENDERER_MODULES.test(id) },
            // What several parts of the claim share, in one piece.
            { name: 'status', priority: 2, test: /\/(core\/claim\/status|widget\/claim\/claimIcons)\.ts$/ },
            {
              name: 'react',
              priority: 2,
              test: /node_modules\/(react|react-dom|scheduler)\/|rolldown[/-]runtime/,
            },
          ],
        },
      },
    },
  },
};
