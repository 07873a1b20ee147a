import { ORIGIN_PLACEHOLDER } from '#core/contract/placeholder.ts';
import { readPageSettings } from './shell/pageSettings.ts';

/**
 * The address that people use, as the server wrote it into the page. While the pages are built it is the placeholder
 * that the server replaces.
 */
export const publicOrigin: string =
  typeof document === 'undefined' ? ORIGIN_PLACEHOLDER : readPageSettings().origin;
