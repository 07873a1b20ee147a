import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';
import { own } from './addresses.ts';
import { modules } from '../widget/modules.ts';
import { markdown } from './markdown/plugin.ts';
import { written } from './prerender/write.ts';

const here = dirname(fileURLToPath(import.meta.url));
const repository = dirname(here);

/** Writes `routes.json`: the patterns of the addresses that the bare shell answers; other pages are files. */
function known(): Plugin {
  return {
    name: 'known-addresses',
    apply: 'build',
    generateBundle() {
      const source = JSON.stringify(own);
      this.emitFile({ type: 'asset', fileName: 'routes.json', source });
    },
  };
}

/** The router asks for React as one thing, which would keep all of it: as names it takes what it uses. */
function whole(): Plugin {
  return {
    name: 'router-names',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\/.*\.m?js$/ },
      handler: code =>
        code.replace(
          /^import (React)(?:, (\{[^}]*\}))? from "react";/gm,
          (_, name: string, others?: string) =>
            `import * as ${name} from "react";${others ? `import ${others} from "react";` : ''}`,
        ),
    },
  };
}

/** A slow machine is nothing that a build should warn of. */
const quiet = { checks: { pluginTimings: false } };

/** Builds the whole site into `dist/site`. The widget is not part of it: the page loads the partners' own script. */
export const site: UserConfig = {
  root: here,
  plugins: [markdown(repository), react(), { ...modules(), apply: 'build' }, whole(), known()],
  resolve: {
    alias: {
      // React has it since 18; the shim is for older ones.
      'use-sync-external-store/shim/index.js': 'react',
    },
  },
  build: {
    outDir: join(here, '../dist/site'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // The policy allows no data: addresses, and the helper would be a request more.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // React asks the scheduler for two things that its production build does not have.
      checks: { ...quiet.checks, importIsUndefined: false },
      // The packages that every page begins with, in one piece: in parts each is a request, and compresses worse.
      output: {
        codeSplitting: {
          groups: [
            { name: 'packages', tags: ['$initial'], test: /\/node_modules\//, priority: 1 },
            // Of ours the same, but for the entry itself, which the manifest has to know.
            {
              name: 'every',
              tags: ['$initial'],
              test: /\/(?:core|widget|site)\/(?!main\.tsx).*\.(?:tsx?|css)$/,
            },
          ],
        },
      },
    },
  },
};

/** Builds the renderer of the public pages, runs it over the built site and removes it. */
export const renderer: UserConfig = {
  root: here,
  publicDir: false,
  plugins: [markdown(repository), react(), written(join(here, '../dist/site'))],
  define: { 'process.env.NODE_ENV': '"production"' },
  // React's server half must meet the same React as our components.
  ssr: { noExternal: true },
  build: {
    ssr: 'prerender/render.tsx',
    outDir: join(here, '../dist/.prerender'),
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: quiet,
  },
};
