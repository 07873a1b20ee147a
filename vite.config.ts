import { defineConfig } from 'vite';
import { packageConfig } from './package/build.ts';
import { prerenderConfig as sitePrerenderConfig, siteConfig } from './site/build.ts';
import { prerenderConfig } from './widget/prerender/build.ts';
import { singleConfig } from './widget/single.ts';

/** The builds, chosen by `--mode`: the single script, the npm package, the renderers of the first form and of the site's pages, else the site with the widget. */
const modes = new Map([
  ['single', singleConfig],
  ['package', packageConfig],
  ['first', prerenderConfig],
  ['renderer', sitePrerenderConfig],
]);

export default defineConfig(({ mode }) => modes.get(mode) ?? siteConfig);
