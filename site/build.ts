import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';
import { commonConfig } from '../widget/build.ts';
import { privateRoutePaths } from './routePaths.ts';
import { markdownPlugin } from './markdown/markdownPlugin.ts';
import { writePages } from './prerender/writePages.ts';
import { leanRouter } from './router.ts';

const siteFolder = dirname(fileURLToPath(import.meta.url));
const repositoryFolder = dirname(siteFolder);

/** Writes `routes.json`: the patterns of the addresses that the bare shell answers; other pages are files. */
function emitPrivateRoutes(): Plugin {
  return {
    name: 'private-routes',
    apply: 'build',
    generateBundle() {
      const source = JSON.stringify(privateRoutePaths);
      this.emitFile({ type: 'asset', fileName: 'routes.json', source });
    },
  };
}

/** What React asks a page for, and nothing here has. The router has its own way to follow the history. */
function defineUnusedGlobals(): Plugin {
  const define = {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
    setImmediate: 'undefined',
    navigation: 'undefined',
  };
  return { name: 'undefined-names', apply: 'build', config: () => ({ define }) };
}

/** A slow machine is nothing that a build should warn of. */
const noTimingWarnings = { checks: { pluginTimings: false } };

/** Builds the whole site into `dist/site`. The widget is not part of it: the page loads the partners' own script. */
export const siteConfig: UserConfig = {
  root: siteFolder,
  plugins: [
    markdownPlugin(repositoryFolder),
    ...commonConfig.plugins,
    leanRouter(),
    defineUnusedGlobals(),
    emitPrivateRoutes(),
  ],
  resolve: commonConfig.resolve,
  build: {
    outDir: join(siteFolder, '../dist/site'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // The policy allows no data: addresses, and the helper would be a request more.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // React asks the scheduler for two things that its production build does not have.
      checks: { ...noTimingWarnings.checks, importIsUndefined: false },
      // The packages that every page begins with, in one piece: in parts each is a request, and compresses worse.
      output: {
        // Hints for bundlers: nobody bundles this again.
        comments: false,
        codeSplitting: {
          groups: [
            { name: 'packages', tags: ['$initial'], test: /\/node_modules\//, priority: 1 },
            // Of ours the same, but for the entry itself, which the manifest has to know.
            {
              name: 'site',
              priority: 1,
              tags: ['$initial'],
              test: /\/(?:core|widget|site)\/(?!main\.tsx).*\.(?:tsx?|css)$/,
            },
            // A dozen small files would each wait for a place in the line: what calls are made with, and what several
            // pages show of the answers.
            {
              name: 'api',
              test: /\/core\/(?:api\/(?:client|apiError|calculator)|contract\/(?:calculator|problem|decimal))\.ts$|\/node_modules\/(?:valibot|ofetch)\//,
            },
            {
              name: 'amounts',
              test: /\/core\/(?:exchange\/(?:amount|course|form\/pairView)|messages)\.ts$|\/widget\/(?:format\.ts|icons\/CurrencyIcon\.tsx)$|\/site\/home\/marketFormat\.ts$/,
            },
            { name: 'home', test: /\/site\/home\/(?!HomePage)/ },
          ],
        },
      },
    },
  },
};

/** Builds the renderer of the public pages, runs it over the built site and removes it. */
export const prerenderConfig: UserConfig = {
  root: siteFolder,
  publicDir: false,
  plugins: [markdownPlugin(repositoryFolder), react(), writePages(join(siteFolder, '../dist/site'))],
  define: { 'process.env.NODE_ENV': '"production"' },
  // React's server half must meet the same React as our components.
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
