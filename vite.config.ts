import { defineConfig } from 'vite';
import { packageConfig } from './package/build.ts';
import { prerenderConfig as sitePrerenderConfig, siteConfig } from './site/build.ts';
import { prerenderConfig } from './widget/prerender/build.ts';
import { singleConfig } from './widget/single.ts';

/**
 * Builds by `--mode`: the single script, the npm package, the renderer of the form, the renderer of the site's pages. Any
 * other mode builds the site with the widget.
 */
const modes = new Map([
  ['single', singleConfig],
  ['package', packageConfig],
  ['first', prerenderConfig],
  ['renderer', sitePrerenderConfig],
]);

export default defineConfig(({ mode }) => modes.get(mode) ?? siteConfig);
