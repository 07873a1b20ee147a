import type { ApiClient } from '#core/api/client.ts';
import type { SiteSettings } from '#core/contract/siteSettings.ts';

/** Loads the settings once for all callers. Rejects with ApiError; a later call then tries again. */
export type LoadSiteSettings = () => Promise<SiteSettings>;

/** Creates the function. Imports the API code on demand, so that no page waits for it. */
export function createSiteSettingsLoader(client: ApiClient): LoadSiteSettings {
  let request: Promise<SiteSettings> | null = null;

  async function load(): Promise<SiteSettings> {
    try {
      const { fetchSiteSettings } = await import('#core/api/siteSettings.ts');
      return await fetchSiteSettings(client);
    } catch (error) {
      request = null;
      throw error;
    }
  }

  return () => (request ??= load());
}
