import { defineConfig } from 'vite';
import { site } from './site/build.ts';
import { widget } from './widget/build.ts';
import { single } from './widget/single.ts';

/** The partners' builds, chosen by `--mode`; every other mode is the site. */
const partners = new Map([
  ['widget', widget],
  ['single', single],
]);

export default defineConfig(({ mode }) => partners.get(mode) ?? site);
