import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, UserConfig } from 'vite';
import manifest from '../package.json' with { type: 'json' };
import { common, target, widget } from './build.ts';

const out = 'dist/single';
const name = 'exchange-widget.single.js';

/** The only file of that name that a build has left, as people address it: `/widget/<hash>/…`. */
function address(folder: string, name: string): string {
  const [found, ...more] = globSync(`*/${name}`, { cwd: folder });
  if (!found || more.length > 0) throw new Error(`${folder} must have one ${name} under a hash`);
  return `/widget/${found.replaceAll('\\', '/')}`;
}

/** Writes what a partner's page needs to hold the file to: its digest, of the very bytes on disk. */
function integrity(): Plugin {
  return {
    name: 'widget-integrity',
    closeBundle() {
      const single = address(out, name);
      const bytes = readFileSync(join(out, single.replace('/widget/', '')));
      const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
      const told = {
        version: manifest.version,
        script: '/widget/exchange-widget.js',
        pinned: address(String(widget.build?.outDir), 'exchange-widget.js'),
        single,
        integrity,
      };
      writeFileSync(join(out, 'integrity.json'), `${JSON.stringify(told, null, 2)}\n`);
    },
  };
}

/**
 * Builds the whole widget as one classic script, `dist/single/<hash>/exchange-widget.single.js`, for pages without module
 * scripts or with an integrity attribute; `integrity.json` beside it has its digest.
 */
export const single: UserConfig = {
  ...common,
  plugins: [...common.plugins, integrity()],
  define: {
    ...common.define,
    // A classic script knows where it came from only while it runs for the first time.
    'import.meta.url': 'EXCHANGE_WIDGET_URL',
  },
  build: {
    ...target,
    outDir: out,
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
        entryFileNames: `[hash]/${name}`,
      },
    },
  },
};
