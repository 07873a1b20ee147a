import type { Context } from 'hono';
import type { CalculatorSettings } from '#core/contract/calculator.ts';
import type { RequestedPair } from '#core/exchange/pair.ts';
import type { ServerContext } from '#server/context.ts';
import { buildPairSettings } from '#server/rates/settingsResponse.ts';

/** Where the home page's form has its figures from. */
export interface SettingsSource {
  /** What figures of now are made of: while all of it is the same, so are they. Null while there are none to be shown. */
  getState: () => Promise<readonly unknown[] | null>;
  /** Everything that a first paint shows, for what an address wishes; null when it cannot be had. */
  getSettings: (wanted: RequestedPair, c: Context) => Promise<CalculatorSettings | null>;
}

/** This very exchange, from its memory. */
export function createLocalSettingsSource(context: ServerContext): SettingsSource {
  const { catalogue, now } = context;
  return {
    async getState() {
      await catalogue.reloadAfterOwnWrites();
      // What it says in maintenance is another page's.
      return catalogue.getMaintenance().tech ? null : [Math.floor(now() / 1000), catalogue.getSnapshot()];
    },
    getSettings: async wanted => buildPairSettings(context, wanted),
  };
}
