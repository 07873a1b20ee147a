import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';

/** Builds the whole site into `dist/site`. */
export const site: UserConfig = {
  root: 'site',
  plugins: [react()],
  build: { outDir: '../dist/site', emptyOutDir: true, target: 'es2022', manifest: true },
};
