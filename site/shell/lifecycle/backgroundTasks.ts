import type { RouteObject } from 'react-router';
import type { PageSettings } from '#core/contract/site.ts';
import type { AppContext } from '../appContext.ts';
import { startErrorReporting, captureError } from '../../monitoring/errorReporting.ts';
import { watchCourseSection } from '../../home/course/watchCourseSection.ts';
import { loadChat } from './loadChat.ts';
import { preloadLinkedRoutes } from './preloadRoutes.ts';
import { pollBuildVersion } from './pollBuildVersion.ts';

/**
 * Starts the tasks that wait until the page is usable: error reporting, version checks, the chat, preloading, the
 * course over time and the count of clicks.
 */
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
  watchCourseSection(appContext);
  const [entry] = performance.getEntriesByType('navigation');
  // Its name is the address that was opened; the visitor may have left that page since.
  const query = new URL(entry?.name ?? location.href).searchParams;
  if (query.has('ref') || query.has('rid'))
    void import('../../referral/rememberReferral.ts').then(
      ({ rememberReferral }) => rememberReferral(query, isReload(entry)),
      () => undefined,
    );
}

/** Whether the page was opened again by the same visitor: a reload, or the history. */
const isReload = (entry: PerformanceEntry | undefined): boolean =>
  entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate';
