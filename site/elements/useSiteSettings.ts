import { useEffect, useState } from 'react';
import type { SiteSettings } from '#core/contract/siteSettings.ts';
import { useAppContext } from '../shell/appContext.ts';
import type { LoadSiteSettings } from '../shell/siteSettings.ts';

/**
 * The site's settings; null until they are loaded, and where they cannot be or are not needed. `load`: loads them where
 * there is no context of the site.
 */
export function useSiteSettings(load?: LoadSiteSettings, isNeeded = true): SiteSettings | null {
  const context = useAppContext();
  const loadSiteSettings = load ?? context.loadSiteSettings;
  const [settings, setSettings] = useState<SiteSettings | null>(null);
  useEffect(() => {
    if (isNeeded) loadSiteSettings().then(setSettings, () => undefined);
  }, [loadSiteSettings, isNeeded]);
  return settings;
}
