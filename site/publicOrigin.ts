import { ORIGIN_PLACEHOLDER } from '#core/contract/placeholder.ts';
import { readPageSettings } from './shell/pageSettings.ts';

/** Public origin of the site, from the page's settings; during prerendering the placeholder that the server replaces. */
export const publicOrigin: string =
  typeof document === 'undefined' ? ORIGIN_PLACEHOLDER : readPageSettings().origin;
