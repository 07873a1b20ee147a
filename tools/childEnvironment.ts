import { join } from 'node:path';
import { root } from './install.mjs';

/**
 * Environment for a Node process that tools and tests start: PATH and a cache for compiled code, which halves the start.
 * The developer's own settings are left out.
 */
export const childEnvironment = {
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node'),
};
