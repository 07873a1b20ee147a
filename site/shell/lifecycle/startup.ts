import type { RouteObject } from 'react-router';
import { bufferEarlyErrors } from '../../monitoring/errorReporting.ts';
import { trackUserActivity } from './userActivity.ts';
import type { AppContext } from '../appContext.ts';
import { readPageSettings } from '../pageSettings.ts';
import { startSession } from '../session/siteSession.ts';

/** Starts what every page needs: the minimum now, background tasks once the page is usable. */
export function runStartup(appContext: AppContext, routes: RouteObject[]): void {
  const pageSettings = readPageSettings();
  trackUserActivity();
  bufferEarlyErrors(pageSettings.sentryDsn);
  startSession(appContext.session);
  const loadBackgroundTasks = () =>
    void import('./backgroundTasks.ts').then(
      ({ startBackgroundTasks }) => startBackgroundTasks(appContext, routes, pageSettings),
      // The page works without background tasks.
      () => undefined,
    );
  const runWhenIdle = () =>
    'requestIdleCallback' in window
      ? requestIdleCallback(loadBackgroundTasks, { timeout: 3_000 })
      : setTimeout(loadBackgroundTasks);
  if (document.readyState === 'complete') runWhenIdle();
  else addEventListener('load', runWhenIdle, { once: true });
}
