import * as v from 'valibot';
import { Build } from '#core/contract/site.ts';
import { occupied } from './occupied.ts';
import { reload } from './reload.ts';

const ADDRESS = '/builds/latest.json';

/** How often a visible tab asks, milliseconds. */
const INTERVAL = 60_000;
const PATIENCE = 10_000;

/** What became of asking: another build, the same one, or no answer that can be read. */
type Answer = { version: string } | 'same' | 'unknown';

/**
 * Asks for the newest build every minute while the tab is visible, and at once when it becomes visible and the minute is
 * over. Another build than `version` reloads the page, unless somebody is in the middle of something: then the next
 * link to another page loads that page whole.
 */
export function watch(version: string): void {
  let asked = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let logged = false;
  let renewed = false;

  async function ask(): Promise<Answer> {
    try {
      const answer = await fetch(ADDRESS, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
      if (!answer.ok) throw new Error(`${ADDRESS}: ${answer.status}`);
      const latest = v.parse(Build, await answer.json());
      return latest.version === version ? 'same' : latest;
    } catch (error) {
      if (!logged) console.warn('The newest version is not known', error);
      logged = true;
      return 'unknown';
    }
  }

  async function turn(): Promise<void> {
    asked = Date.now();
    const answer = await ask();
    if (typeof answer === 'object') renew(answer.version);
    plan();
  }

  function renew(latest: string): void {
    if (!renewed) document.addEventListener('click', leave, true);
    renewed = true;
    if (document.visibilityState === 'visible' && !occupied()) reload({ build: latest });
  }

  function plan(): void {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    timer = setTimeout(() => void turn(), Math.max(0, asked + INTERVAL - Date.now()));
  }

  document.addEventListener('visibilitychange', plan);
  plan();
}

/** Keeps the router from a link to another page of ours: the browser then follows it by itself, with the newest build. */
function leave(event: MouseEvent): void {
  const link = event.composedPath().find(node => node instanceof HTMLAnchorElement);
  if (link?.origin === location.origin && link.pathname !== location.pathname) event.stopPropagation();
}
