import { useEffect } from 'react';
import { useOutletContext } from 'react-router';
import type { ApiClient } from '#core/api/client.ts';
import { createLoadingBar, type LoadingBarModel } from './layout/loadingBarModel.ts';
import { createMaintenance, withMaintenanceDetection, type Maintenance } from './errors/maintenance.ts';
import { createSiteSettingsLoader, type LoadSiteSettings } from './siteSettings.ts';
import { createMessageQueue, type MessageQueue } from './messages/messageQueue.ts';
import { createSiteSession, type SiteSession } from './session/siteSession.ts';

/** Models of the shell, which surrounds every page; created once in main.tsx. */
export interface AppContext {
  /** The site's API client. It reports maintenance responses to `maintenance`. */
  api: ApiClient;
  loadingBar: LoadingBarModel;
  messages: MessageQueue;
  maintenance: Maintenance;
  loadSiteSettings: LoadSiteSettings;
  session: SiteSession;
}

/** Creates the shell's models for pages that call the API through `client`. */
export function createAppContext(client: ApiClient): AppContext {
  const loadSiteSettings = createSiteSettingsLoader(client);
  const maintenance = createMaintenance(client, loadSiteSettings);
  const api = withMaintenanceDetection(client, maintenance.markClosed);
  return {
    api,
    loadingBar: createLoadingBar(client.clock),
    messages: createMessageQueue(),
    maintenance,
    loadSiteSettings,
    session: createSiteSession(api, loadSiteSettings),
  };
}

/** The shell's models, from the layout's outlet context. */
export function useAppContext(): AppContext {
  return useOutletContext<AppContext>();
}

/** Shows the loading bar while the condition is true. */
export function useLoadingBarWhile({ loadingBar }: AppContext, isBusy: boolean): void {
  useEffect(() => (isBusy ? loadingBar.start() : undefined), [loadingBar, isBusy]);
}
