import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, UserConfig } from 'vite';
import manifest from '../package.json' with { type: 'json' };
import { commonConfig, buildTarget } from './build.ts';

const OUT_DIR = 'dist/single';
const FILE_NAME = 'exchange-widget.single.js';

/** The only file of that name that a build has left, as people address it: `/widget/<hash>/…`. */
function findHashedAddress(folder: string, fileName: string): string {
  const [found, ...more] = globSync(`*/${fileName}`, { cwd: folder });
  if (!found || more.length > 0) throw new Error(`${folder} must have one ${fileName} under a hash`);
  return `/widget/${found.replaceAll('\\', '/')}`;
}

/** Writes what a partner's page needs to hold the file to: its digest, of the very bytes on disk. */
function writeIntegrity(): Plugin {
  return {
    name: 'widget-integrity',
    closeBundle() {
      const single = findHashedAddress(OUT_DIR, FILE_NAME);
      const bytes = readFileSync(join(OUT_DIR, single.replace('/widget/', '')));
      const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
      const summary = {
        version: manifest.version,
        script: '/widget/exchange-widget.js',
        pinned: findHashedAddress('dist/site/widget', 'exchange-widget.js'),
        single,
        integrity,
      };
      writeFileSync(join(OUT_DIR, 'integrity.json'), `${JSON.stringify(summary, null, 2)}\n`);
    },
  };
}

/**
 * Builds the whole widget as one classic script, `dist/single/<hash>/exchange-widget.single.js`, for pages without module
 * scripts or with an integrity attribute; `integrity.json` beside it has its digest.
 */
export const singleConfig: UserConfig = {
  ...commonConfig,
  plugins: [...commonConfig.plugins, writeIntegrity()],
  define: {
    ...commonConfig.define,
    // A classic script knows where it came from only while it runs for the first time.
    'import.meta.url': 'EXCHANGE_WIDGET_URL',
  },
  build: {
    ...buildTarget,
    outDir: OUT_DIR,
    emptyOutDir: true,
    minify: true,
    modulePreload: false,
    lib: { entry: { 'exchange-widget': 'widget/whole.ts' }, formats: ['iife'], name: 'ExchangeWidget' },
    rolldownOptions: {
      checks: { importIsUndefined: false, pluginTimings: false },
      output: {
        minify: true,
        comments: false,
        codeSplitting: false,
        intro: 'var EXCHANGE_WIDGET_URL=document.currentScript?.src||location.href;',
        entryFileNames: `[hash]/${FILE_NAME}`,
      },
    },
  },
};
