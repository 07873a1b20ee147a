import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';
import { addresses } from './addresses.ts';

const here = dirname(fileURLToPath(import.meta.url));

/** Writes `routes.json`: the patterns of every address that has a page, so that the server answers 404 to the rest. */
function known(): Plugin {
  return {
    name: 'known-addresses',
    apply: 'build',
    generateBundle() {
      const source = JSON.stringify(Object.values(addresses));
      this.emitFile({ type: 'asset', fileName: 'routes.json', source });
    },
  };
}

/** Builds the whole site into `dist/site`. The widget is not part of it: the page loads the partners' own script. */
export const site: UserConfig = {
  root: here,
  plugins: [react(), known()],
  build: {
    outDir: join(here, '../dist/site'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // The policy allows no data: addresses, and the helper would be a request more.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
};
