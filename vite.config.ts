import { defineConfig } from 'vite';
import { packageConfig } from './package/build.ts';
import { siteConfig, sitePrerenderConfig } from './site/build.ts';
import { earlyInputConfig, formPrerenderConfig, preloadedPairConfig } from './widget/prerender/build.ts';
import { singleConfig } from './widget/single.ts';

/**
 * Builds by `--mode`: the single script, the npm package, the renderer of the form, its script before hydration, that of a preloaded pair, the renderer of the site's pages. Any
 * other mode builds the site with the widget.
 */
const modes = new Map([
  ['single', singleConfig],
  ['package', packageConfig],
  ['first', formPrerenderConfig],
  ['early', earlyInputConfig],
  ['preload', preloadedPairConfig],
  ['renderer', sitePrerenderConfig],
]);

export default defineConfig(({ mode }) => modes.get(mode) ?? siteConfig);
