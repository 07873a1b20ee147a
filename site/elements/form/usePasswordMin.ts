import { PASSWORD_MIN_LENGTH } from '#core/contract/user.ts';
import { useSiteSettings } from '../useSiteSettings.ts';

/**
 * The shortest password that the server accepts, characters; the usual one until the site's settings are loaded. The
 * server's refusal of a password contains its minimum, too.
 */
export const usePasswordMin = (): number => useSiteSettings()?.passwordMin ?? PASSWORD_MIN_LENGTH;
