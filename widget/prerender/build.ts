import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import { buildTarget } from '../build.ts';

/** Builds `dist/first/render.js`, with which the server prerenders the form: the same components, for Node. */
export const formPrerenderConfig: UserConfig = {
  publicDir: false,
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'widget/prerender/renderFormHtml.tsx',
    outDir: 'dist/first',
    emptyOutDir: true,
    target: 'node24',
    minify: true,
    cssMinify: true,
    rolldownOptions: { output: { entryFileNames: 'render.js' } },
  },
};

/** Builds a classic script in a folder of its own. Its exports are properties of the variable PRELOADED. */
const createScriptConfig = (outDir: string, input: string): UserConfig => ({
  publicDir: false,
  build: {
    ...buildTarget,
    outDir,
    emptyOutDir: true,
    modulePreload: false,
    rolldownOptions: {
      input,
      preserveEntrySignatures: 'strict',
      output: { format: 'iife', name: 'PRELOADED', entryFileNames: basename(input).replace(/\.ts$/, '.js') },
    },
  },
});

/** Builds the inline script of the home page. */
export const earlyInputConfig = createScriptConfig('dist/early', 'widget/prerender/earlyInputScript.ts');

/** Builds what the widget's script contains in addition if its address has a pair. */
export const preloadedPairConfig = createScriptConfig('dist/preload', 'widget/prerender/preloadedPair.ts');
