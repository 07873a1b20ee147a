import { defineConfig } from 'vite';
import { packageConfig } from './package/build.ts';
import { prerenderConfig as sitePrerenderConfig, siteConfig } from './site/build.ts';
import { widgetConfig } from './widget/build.ts';
import { prerenderConfig } from './widget/prerender/build.ts';
import { singleConfig } from './widget/single.ts';

/** The builds, chosen by `--mode`: the partners', the renderers of the first form and of the site's pages, else the site. */
const modes = new Map([
  ['widget', widgetConfig],
  ['single', singleConfig],
  ['package', packageConfig],
  ['first', prerenderConfig],
  ['renderer', sitePrerenderConfig],
]);

export default defineConfig(({ mode }) => modes.get(mode) ?? siteConfig);
