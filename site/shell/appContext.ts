import { useEffect } from 'react';
import { useOutletContext } from 'react-router';
import type { ApiClient } from '#core/api/client.ts';
import { createLoadingBar, type LoadingBarModel } from './layout/loadingBarModel.ts';
import { createMaintenance, withMaintenanceDetection, type Maintenance } from './errors/maintenance.ts';
import { createMessageQueue, type MessageQueue } from './messages/messageQueue.ts';

/** The models of what stands around every page, made once in main.tsx. */
export interface AppContext {
  /** The site's client; an answer that the exchange is closed reaches the shell through it. */
  api: ApiClient;
  loadingBar: LoadingBarModel;
  messages: MessageQueue;
  maintenance: Maintenance;
}

/** A shell around pages that call `client`. */
export function createAppContext(client: ApiClient): AppContext {
  const maintenance = createMaintenance(client);
  return {
    api: withMaintenanceDetection(client, maintenance.markClosed),
    loadingBar: createLoadingBar(client.clock),
    messages: createMessageQueue(),
    maintenance,
  };
}

/** The shell around the page that calls this; the layout hands it down. */
export function useAppContext(): AppContext {
  return useOutletContext<AppContext>();
}

/** Shows the loading bar while this is true. */
export function useLoadingBarWhile({ loadingBar }: AppContext, isBusy: boolean): void {
  useEffect(() => (isBusy ? loadingBar.start() : undefined), [loadingBar, isBusy]);
}
