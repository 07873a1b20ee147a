import type { RouteObject } from 'react-router';
import type { PageSettings } from '#core/contract/site.ts';
import type { AppContext } from '../appContext.ts';
import { startErrorReporting, captureError } from '../../monitoring/errorReporting.ts';
import { loadChat } from './loadChat.ts';
import { preloadLinkedRoutes } from './preloadRoutes.ts';
import { pollBuildVersion } from './pollBuildVersion.ts';

/** Starts error reporting, version checks, the chat and preloading, once the page is usable. */
export function startBackgroundTasks(
  appContext: AppContext,
  routes: RouteObject[],
  pageSettings: PageSettings,
): void {
  if (pageSettings.sentryDsn !== null) void startErrorReporting(pageSettings.sentryDsn, pageSettings.version);
  // The widget shows its own errors; its event carries only a code.
  document.addEventListener('exchange-error', event => {
    const { code } = (event as CustomEvent<{ code: string }>).detail;
    if (code === 'unexpected') captureError(new Error('exchange-widget: unexpected'));
  });
  if (pageSettings.version !== '') pollBuildVersion(pageSettings.version);
  void loadChat(appContext, pageSettings.chatOrigins);
  preloadLinkedRoutes(routes);
}
