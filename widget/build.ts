import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';

/** Builds the script that partners load: `dist/widget/exchange-widget.js`, stable by name, and its hashed chunks. */
export const widget: UserConfig = {
  base: './',
  publicDir: false,
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/widget',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    minify: true,
    modulePreload: false,
    // Library mode, because an application build puts Vite's preload helper into the loader.
    lib: { entry: 'widget/loader.ts', formats: ['es'], fileName: () => 'exchange-widget.js' },
    rolldownOptions: { output: { chunkFileNames: '[name]-[hash].js' } },
  },
};
