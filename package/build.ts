import type { Plugin, UserConfig } from 'vite';
import { commonConfig, buildTarget } from '../widget/build.ts';

/**
 * In a bundle the address of a module is the host's own, so nothing but the attribute says where the exchange is. Says so
 * when it is missing.
 */
function warnWithoutApi(): Plugin {
  return {
    name: 'package-unplaced',
    transform: {
      filter: { id: /\/widget\/controller\.ts$/ },
      handler(code) {
        // Where the attribute is missing or wrong; others may ask for the address, too.
        const fallback = ': import.meta.url).origin';
        if (!code.includes(fallback)) this.error('nothing asks where the script came from any more');
        const warning = `console.error('exchange-widget: set api to the origin of the exchange')`;
        return code.replace(fallback, `: (${warning}, location.href)).origin`);
      },
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        // Some bundlers write a path on the disk of whoever builds in its place.
        if (file.type === 'chunk' && file.code.includes('import.meta'))
          this.error(`${file.fileName} asks where it is`);
    },
  };
}

/** Builds the modules of the package that partners bundle, `dist/package/*.js`: the widget with its own React. */
export const packageConfig: UserConfig = {
  ...commonConfig,
  plugins: [warnWithoutApi(), ...commonConfig.plugins],
  define: { ...commonConfig.define, 'import.meta.url': 'location.href' },
  build: {
    ...buildTarget,
    outDir: 'dist/package',
    emptyOutDir: true,
    minify: true,
    modulePreload: false,
    lib: { entry: { index: 'package/index.ts', react: 'package/react.ts' }, formats: ['es'] },
    rolldownOptions: {
      checks: { importIsUndefined: false },
      // The wrapper is drawn by the host's React; the widget inside has its own.
      external: (id, importer) => id === 'react' && (importer ?? '').endsWith('/package/react.ts'),
      output: {
        minify: true,
        comments: false,
        entryFileNames: '[name].js',
        chunkFileNames: 'parts/[name].js',
      },
    },
  },
};
