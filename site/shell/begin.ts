import type { RouteObject } from 'react-router';
import type { Client } from '#core/api/client.ts';
import * as monitoring from '../monitoring/report.ts';
import * as filling from './filling.ts';
import { settings } from './settings.ts';

/** What accompanies every page: as little as possible now, the rest once the page can be used. */
export function begin(api: Client, routes: RouteObject[]): void {
  const given = settings();
  filling.watch();
  monitoring.begin(given.sentryDsn);
  const run = () =>
    void import('./running.ts').then(
      ({ start }) => start(api, routes, given),
      // Its page goes on without it.
      () => undefined,
    );
  const idle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 3_000 }) : setTimeout(run);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}
