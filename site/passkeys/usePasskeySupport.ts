import { useSiteSettings } from '../elements/useSiteSettings.ts';
import type { LoadSiteSettings } from '../shell/siteSettings.ts';

/** An IPv4 or IPv6 address as the host of a page: browsers allow no passkeys there. */
const ADDRESS_HOST = /^(?:[\d.]+|\[.*\])$/;

/** Whether this browser may use passkeys on this page. */
const isBrowserCapable = () =>
  typeof PublicKeyCredential === 'function' && !ADDRESS_HOST.test(location.hostname);

/**
 * Whether the browser and the server support passkeys; false until the site's settings are loaded. `load`: loads
 * them where there is no context of the site.
 */
export const usePasskeySupport = (load?: LoadSiteSettings): boolean =>
  useSiteSettings(load, isBrowserCapable())?.passkeys === true;
