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

/** Builds `dist/early/input.js`, the inline script of the home page. */
export const earlyInputConfig: UserConfig = {
  publicDir: false,
  build: {
    ...buildTarget,
    outDir: 'dist/early',
    emptyOutDir: true,
    modulePreload: false,
    rolldownOptions: {
      input: 'widget/prerender/earlyInputScript.ts',
      output: { format: 'iife', entryFileNames: 'input.js' },
    },
  },
};
