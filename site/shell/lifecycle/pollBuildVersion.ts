import * as v from 'valibot';
import { BuildInfo } from '#core/contract/site.ts';
import { hasUnsavedWork } from './hasUnsavedWork.ts';
import { reloadTab } from './reloadTab.ts';

const LATEST_BUILD_URL = '/builds/latest.json';

/** How often a visible tab asks, milliseconds. */
const BUILD_POLL_INTERVAL_MS = 60_000;
const BUILD_REQUEST_TIMEOUT_MS = 10_000;

/** What became of asking: another build, the same one, or no answer that can be read. */
type BuildCheckResult = { version: string } | 'current' | 'unknown';

/**
 * Asks for the newest build every minute while the tab is visible, and at once when it becomes visible and the minute is
 * over. Another build than `version` reloads the page, unless somebody is in the middle of something: then the next
 * link to another page loads that page whole.
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

/** Keeps the router from a link to another page of ours: the browser then follows it by itself, with the newest build. */
function bypassRouter(event: MouseEvent): void {
  const link = event.composedPath().find(node => node instanceof HTMLAnchorElement);
  if (link?.origin === location.origin && link.pathname !== location.pathname) event.stopPropagation();
}
