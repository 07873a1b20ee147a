import { getChatSettingsCall, getMaintenanceCall, getSiteSettingsCall } from '#core/contract/siteSettings.ts';
import type { ChatSettings, MaintenanceStatus, SiteSettings } from '#core/contract/siteSettings.ts';
import type { ApiClient } from './client.ts';
import { sendCall } from './sendCall.ts';

// Pages import this module later, for the calls and their schemas.

/** Fetches the settings of every page. Revalidates a cached response: `tech` must be current. */
export const fetchSiteSettings = (client: ApiClient): Promise<SiteSettings> =>
  sendCall(client, getSiteSettingsCall, { revalidate: true });

/** Fetches whether maintenance is in progress, without a cached response. */
export const fetchMaintenanceStatus = (client: ApiClient): Promise<MaintenanceStatus> =>
  sendCall(client, getMaintenanceCall, { revalidate: true });

/** Fetches the script of the chat, if one is configured. */
export const fetchChatSettings = (client: ApiClient): Promise<ChatSettings> =>
  sendCall(client, getChatSettingsCall);
