import type { RouteObject } from 'react-router';
import type { Client } from '#core/api/client.ts';
import type { PageSettings } from '#core/contract/site.ts';
import * as monitoring from '../monitoring/report.ts';
import * as chat from './chat.ts';
import * as preload from './preload.ts';
import * as version from './version.ts';

/** Starts what a page that can be used already has beside it: error reporting, newer versions, the chat, preloading. */
export function start(api: Client, routes: RouteObject[], given: PageSettings): void {
  if (given.sentryDsn !== null) void monitoring.start(given.sentryDsn, given.version);
  // The widget shows a failure of its own by itself, and says no more of it than that.
  document.addEventListener('exchange-error', event => {
    const { code } = (event as CustomEvent<{ code: string }>).detail;
    if (code === 'unexpected') monitoring.report(new Error('exchange-widget: unexpected'));
  });
  if (given.version !== '') version.watch(given.version);
  void chat.start(api, given.chatOrigins);
  preload.watch(routes);
}
