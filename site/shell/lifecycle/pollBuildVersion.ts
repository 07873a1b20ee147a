import * as v from 'valibot';
import { BuildInfo } from '#core/contract/site.ts';
import { hasUnsavedWork } from './hasUnsavedWork.ts';
import { reloadTab } from './reloadTab.ts';

const LATEST_BUILD_URL = '/builds/latest.json';

/** Interval of version checks of a visible tab, milliseconds. */
const BUILD_POLL_INTERVAL_MS = 60_000;
const BUILD_REQUEST_TIMEOUT_MS = 10_000;

/** Result of a version check: another build, the same build, or no valid response. */
type BuildCheckResult = { version: string } | 'current' | 'unknown';

/**
 * Checks for a new build every minute while the tab is visible, and when it becomes visible after more than a minute. A
 * build other than `version` reloads the page. With unsaved work, the next navigation is a full page load instead.
 */
export function pollBuildVersion(version: string): void {
  let lastCheckAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasLogged = false;
  let hasNewBuild = false;

  async function fetchLatestBuild(): Promise<BuildCheckResult> {
    try {
      const response = await fetch(LATEST_BUILD_URL, {
        cache: 'no-store',
        signal: AbortSignal.timeout(BUILD_REQUEST_TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`${LATEST_BUILD_URL}: ${response.status}`);
      const latest = v.parse(BuildInfo, await response.json());
      return latest.version === version ? 'current' : latest;
    } catch (error) {
      if (!hasLogged) console.warn('The newest version is not known', error);
      hasLogged = true;
      return 'unknown';
    }
  }

  async function checkBuild(): Promise<void> {
    lastCheckAt = Date.now();
    const result = await fetchLatestBuild();
    if (typeof result === 'object') handleNewBuild(result.version);
    scheduleCheck();
  }

  function handleNewBuild(latest: string): void {
    if (!hasNewBuild) document.addEventListener('click', bypassRouter, true);
    hasNewBuild = true;
    if (document.visibilityState === 'visible' && !hasUnsavedWork()) reloadTab({ build: latest });
  }

  function scheduleCheck(): void {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    timer = setTimeout(
      () => void checkBuild(),
      Math.max(0, lastCheckAt + BUILD_POLL_INTERVAL_MS - Date.now()),
    );
  }

  document.addEventListener('visibilitychange', scheduleCheck);
  scheduleCheck();
}

/** Lets the browser instead of the router follow links to other pages, which loads the new build. */
function bypassRouter(event: MouseEvent): void {
  const link = event.composedPath().find(node => node instanceof HTMLAnchorElement);
  if (link?.origin === location.origin && link.pathname !== location.pathname) event.stopPropagation();
}
