import { ChatSettings, MaintenanceStatus, SiteSettings } from '#core/contract/siteSettings.ts';
import type { CallOptions, ApiClient } from './client.ts';

/** GET calculator/settings/ : the settings of every page. Revalidates a cached response: `tech` must be current. */
export function fetchSiteSettings(client: ApiClient): Promise<SiteSettings> {
  return client.call(SiteSettings, '/api/v1/calculator/settings/', { revalidate: true });
}

/** GET calculator/tech/ : whether maintenance is in progress. */
export function fetchMaintenanceStatus(client: ApiClient, options?: CallOptions): Promise<MaintenanceStatus> {
  return client.call(MaintenanceStatus, '/api/v1/calculator/tech/', options);
}

/** GET calculator/chat/ : the script of the chat, if one is configured. */
export function fetchChatSettings(client: ApiClient, options?: CallOptions): Promise<ChatSettings> {
  return client.call(ChatSettings, '/api/v1/calculator/chat/', options);
}
