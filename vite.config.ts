import { defineConfig } from 'vite';
import { bundled } from './package/build.ts';
import { renderer, site } from './site/build.ts';
import { widget } from './widget/build.ts';
import { first } from './widget/first/build.ts';
import { single } from './widget/single.ts';

/** The builds, chosen by `--mode`: the partners', the renderers of the first form and of the site's pages, else the site. */
const modes = new Map([
  ['widget', widget],
  ['single', single],
  ['package', bundled],
  ['first', first],
  ['renderer', renderer],
]);

export default defineConfig(({ mode }) => modes.get(mode) ?? site);
