import { useEffect } from 'react';
import { useOutletContext } from 'react-router';
import type { Client } from '#core/api/client.ts';
import * as bars from './loadingbar.ts';
import * as maintenances from './maintenance.ts';
import * as messages from './message.ts';

/** The models of what stands around every page, made once in main.tsx. */
export interface Shell {
  /** The site's client; an answer that the exchange is closed reaches the shell through it. */
  api: Client;
  bar: bars.LoadingBar;
  messages: messages.Messages;
  maintenance: maintenances.Maintenance;
}

/** A shell around pages that call `client`. */
export function create(client: Client): Shell {
  const maintenance = maintenances.create(client);
  return {
    api: maintenances.heeding(client, maintenance.noticed),
    bar: bars.create(client.clock),
    messages: messages.create(),
    maintenance,
  };
}

/** The shell around the page that calls this; the layout hands it down. */
export function useShell(): Shell {
  return useOutletContext<Shell>();
}

/** Shows the loading bar while this is true. */
export function useBusy({ bar }: Shell, busy: boolean): void {
  useEffect(() => (busy ? bar.begin() : undefined), [bar, busy]);
}
