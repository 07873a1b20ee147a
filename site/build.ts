import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown, UserConfig } from 'vite';
import {
  buildTarget,
  widgetBuildConfig,
  injectChunkList,
  isWidgetModule,
  collectChunkModules,
  widgetChunkGroups,
  widgetEntries,
} from '../widget/build.ts';
import { assignChunks } from './assignChunks.ts';
import { emitBuildGraph } from './buildGraph.ts';
import { toPageFile } from './prerender/pageFile.ts';
import { maintenanceFolders, privateFolders, privateRoutePaths, privateSourceFolders } from './routePaths.ts';
import { markdownPlugin } from './markdown/markdownPlugin.ts';
import { writePages } from './prerender/writePages.ts';

const siteFolder = dirname(fileURLToPath(import.meta.url));
const repositoryFolder = dirname(siteFolder);

/**
 * Writes `routes.json` for the server. The server responds to the patterns of `pages` with their files; paths below
 * `privateFolders` get the headers of private pages; those below `maintenanceFolders` work during maintenance. All
 * other pages are files of the build.
 */
function emitPrivateRoutes(): Plugin {
  return {
    name: 'private-routes',
    apply: 'build',
    generateBundle() {
      const source = JSON.stringify({
        pages: Object.fromEntries(Object.values(privateRoutePaths).map(path => [path, toPageFile(path)])),
        privateFolders,
        maintenanceFolders,
      });
      this.emitFile({ type: 'asset', fileName: 'routes.json', source });
    },
  };
}

/** Disables warnings about slow plugins, which depend on the machine. */
const noTimingWarnings = { checks: { pluginTimings: false } };

const siteEntry = join(siteFolder, 'main.tsx');

/** Starts the application on text pages. */
const starterEntry = join(siteFolder, 'shell/lifecycle/startWhenIdle.ts');

/** Chunk names of the modules that pages load lazily. Empty until the module graph is complete. */
let lazyChunks: ReadonlyMap<string, string> = new Map();

function assignLazyChunks(): Plugin {
  return {
    name: 'lazy-chunks',
    buildEnd() {
      const graph = new Map(
        // In one order, so that equal sources give equal chunks.
        [...this.getModuleIds()].toSorted().map(id => {
          const { importedIds = [], dynamicallyImportedIds = [], code } = this.getModuleInfo(id) ?? {};
          // Styles are not in the code of their module.
          const size = id.endsWith('.css') ? statSync(id).size : (code?.length ?? 0);
          return [id, { imports: importedIds, lazyImports: dynamicallyImportedIds, size }] as const;
        }),
      );
      lazyChunks = assignChunks(graph, siteEntry, isWidgetModule, folder =>
        folder.startsWith(join(siteFolder, 'operator')),
      );
    },
  };
}

/** Modules of private pages. */
const PRIVATE_PAGE_MODULES = new RegExp(
  `/site/(?:${privateSourceFolders.join('|')})/(?:\\w+/)*\\w+Page\\.tsx$`,
);

/** The loader keeps its name. Chunks of the widget are in folders named by their hash, those of the site in assets/. */
function nameChunk({ name, moduleIds, facadeModuleId }: Rolldown.PreRenderedChunk): string {
  if (name === 'exchange-widget') return 'widget/[name].js';
  // Helpers for CommonJS packages, React among them.
  if (name === 'rolldown-runtime') return 'widget/[hash]/cjs.js';
  // An entry whose module is in another chunk has no modules of its own.
  const ids = facadeModuleId ? [facadeModuleId, ...moduleIds] : moduleIds;
  return ids.some(isWidgetModule) ? 'widget/[hash]/[name].js' : 'assets/[name]-[hash].js';
}

/**
 * Builds the site and the partners' widget as one module graph into `dist/site`, laid out as it is served. Modules that
 * both import are built once, below widget/. The widget imports nothing from assets/.
 */
export const siteConfig: UserConfig = {
  root: siteFolder,
  plugins: [
    markdownPlugin(repositoryFolder),
    ...widgetBuildConfig.plugins,
    collectChunkModules(siteEntry, PRIVATE_PAGE_MODULES),
    assignLazyChunks(),
    injectChunkList(),
    emitBuildGraph(repositoryFolder),
    emitPrivateRoutes(),
  ],
  define: widgetBuildConfig.define,
  build: {
    ...buildTarget,
    outDir: join(siteFolder, '../dist/site'),
    emptyOutDir: true,
    manifest: true,
    // The Content-Security-Policy allows no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: {
      // The polyfill would be one more request.
      polyfill: false,
      // Preloads use the site's paths, which do not exist on a partner's page.
      resolveDependencies: (_, files, { hostId }) => (hostId.startsWith('widget/') ? [] : files),
    },
    rolldownOptions: {
      ...noTimingWarnings,
      input: { index: join(siteFolder, 'index.html'), start: starterEntry, ...widgetEntries },
      preserveEntrySignatures: 'allow-extension',
      output: {
        // Comments are hints for bundlers, and the output is not bundled again.
        comments: false,
        entryFileNames: nameChunk,
        chunkFileNames: nameChunk,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            ...widgetChunkGroups,
            // Packages that every page loads first. One chunk needs fewer requests and compresses better.
            {
              name: 'packages',
              priority: 1,
              tags: ['$initial'],
              test: id => !isWidgetModule(id) && id.includes('/node_modules/'),
            },
            // The site's own modules that every page loads first. The entries are separate chunks.
            {
              name: 'site',
              priority: 1,
              tags: ['$initial'],
              test: id =>
                !isWidgetModule(id) && ![siteEntry, starterEntry].includes(id) && /\.(?:tsx?|css)$/.test(id),
            },
            // Modules that pages load lazily.
            { name: id => lazyChunks.get(id) ?? null },
          ],
        },
      },
    },
  },
};

/** Builds the renderer of the public pages, runs it over the built site and removes it. */
export const sitePrerenderConfig: UserConfig = {
  root: siteFolder,
  publicDir: false,
  plugins: [markdownPlugin(repositoryFolder), react(), writePages(join(siteFolder, '../dist/site'))],
  define: { 'process.env.NODE_ENV': '"production"' },
  // The server renderer and the components must share one React.
  ssr: { noExternal: true },
  build: {
    ssr: 'prerender/render.tsx',
    outDir: join(siteFolder, '../dist/.prerender'),
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: noTimingWarnings,
  },
};
