import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { root } from '#tools/install.mjs';

/** Builds the bare form with the widget's build options and returns its code. */
export async function buildBareForm(): Promise<string> {
  const built = await build({
    configFile: false,
    root: join(root, 'tests/bench/bare'),
    logLevel: 'error',
    // Nothing of the program: React's own JSX runtime.
    plugins: [react({ jsxImportSource: 'react' })],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: 'bare.tsx', formats: ['es'] },
      rolldownOptions: { output: { minify: true, codeSplitting: false } },
    },
  });
  const [chunk] = [built].flat().flatMap(item => ('output' in item ? item.output : []));
  if (chunk?.type !== 'chunk') throw new Error('the bare form has no code');
  return chunk.code;
}
