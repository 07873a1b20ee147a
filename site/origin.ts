import { ORIGIN } from '#core/contract/placeholder.ts';
import { settings } from './shell/settings.ts';

/**
 * The address that people use, as the server wrote it into the page. While the pages are built it is the placeholder
 * that the server replaces.
 */
export const origin: string = typeof document === 'undefined' ? ORIGIN : settings().origin;
