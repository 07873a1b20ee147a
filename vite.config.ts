import { defineConfig } from 'vite';
import { site } from './site/build.ts';
import { widget } from './widget/build.ts';

/** Two builds, chosen by `--mode`: the partners' script (`widget`) and everything else is the site. */
export default defineConfig(({ mode }) => (mode === 'widget' ? widget : site));
