import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, UserConfig } from 'vite';
import manifest from '../package.json' with { type: 'json' };
import { widgetBuildConfig, buildTarget } from './build.ts';

const OUT_DIR = 'dist/single';
const FILE_NAME = 'exchange-widget.single.js';

/**
 * Returns the public path of a build's only file with this name:
 * `/widget/<hash>/…`. Throws if there is none or several.
 */
function findHashedAddress(folder: string, fileName: string): string {
  const [found, ...more] = globSync(`*/${fileName}`, { cwd: folder });
  if (!found || more.length > 0) throw new Error(`${folder} must contain exactly one <hash>/${fileName}`);
  return `/widget/${found.replaceAll('\\', '/')}`;
}

/** Writes `integrity.json` with the digest of the built file, for the integrity attribute on a partner's page. */
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
 * Builds the whole widget as one classic script, `dist/single/<hash>/exchange-widget.single.js`, for pages without
 * module scripts or with an integrity attribute; `integrity.json` beside it has its digest.
 */
export const singleConfig: UserConfig = {
  ...widgetBuildConfig,
  plugins: [...widgetBuildConfig.plugins, writeIntegrity()],
  define: {
    ...widgetBuildConfig.define,
    // A classic script can read its own URL only during its first run.
    'import.meta.url': 'EXCHANGE_WIDGET_URL',
  },
  build: {
    ...buildTarget,
    outDir: OUT_DIR,
    emptyOutDir: true,
    minify: true,
    modulePreload: false,
    lib: { entry: { 'exchange-widget': 'widget/singleEntry.ts' }, formats: ['iife'], name: 'ExchangeWidget' },
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
