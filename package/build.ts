import type { Plugin, UserConfig } from 'vite';
import { widgetBuildConfig, buildTarget } from '../widget/build.ts';

/**
 * Adds an error in the console for a missing or invalid `api` attribute. A bundled module has the host's URL, so only
 * the attribute can name the exchange.
 */
function warnWithoutApi(): Plugin {
  return {
    name: 'package-unplaced',
    transform: {
      filter: { id: /\/widget\/controller\.ts$/ },
      handler(code) {
        // The expression for a missing or invalid attribute. Other uses of import.meta.url stay.
        const fallback = ': import.meta.url).origin';
        if (!code.includes(fallback))
          this.error('controller.ts no longer contains the fallback for a missing api');
        const warning = `console.error('exchange-widget: set api to the origin of the exchange')`;
        return code.replace(fallback, `: (${warning}, location.href)).origin`);
      },
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        // Some bundlers replace it with a local file path of the build machine.
        if (file.type === 'chunk' && file.code.includes('import.meta'))
          this.error(`${file.fileName} contains import.meta`);
    },
  };
}

/** Builds the package's modules for bundlers, `dist/package/*.js`: the widget with its own React. */
export const packageConfig: UserConfig = {
  ...widgetBuildConfig,
  plugins: [warnWithoutApi(), ...widgetBuildConfig.plugins],
  define: { ...widgetBuildConfig.define, 'import.meta.url': 'location.href' },
  build: {
    ...buildTarget,
    outDir: 'dist/package',
    emptyOutDir: true,
    minify: true,
    modulePreload: false,
    lib: { entry: { index: 'package/index.ts', react: 'package/react.ts' }, formats: ['es'] },
    rolldownOptions: {
      checks: { importIsUndefined: false },
      // The host's React renders the wrapper. The widget inside has its own React.
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
