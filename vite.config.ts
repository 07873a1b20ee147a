import { defineConfig } from 'vite';
import { bundled } from './package/build.ts';
import { renderer, site } from './site/build.ts';
import { widget } from './widget/build.ts';
import { single } from './widget/single.ts';

/** The builds, chosen by `--mode`: the partners' two, and the renderer of the site's pages; every other mode is the site. */
const modes = new Map([
  ['widget', widget],
  ['single', single],
  ['package', bundled],
  ['renderer', renderer],
]);

export default defineConfig(({ mode }) => modes.get(mode) ?? site);
