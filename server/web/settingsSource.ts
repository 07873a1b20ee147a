import type { Context } from 'hono';
import type { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import type { RequestedPair } from '#core/exchange/pair.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import type { CacheState } from '#server/platform/stateCache.ts';
import { createFiguresCheck, getFiguresState } from '#server/exchange/courses/figuresState.ts';
import { buildPairSettings } from '#server/exchange/courses/settingsResponse.ts';

/** Source of the figures in the home page's form. */
export interface SettingsSource {
  /** Cache key: the figures change only if a member changes. Null while no figures can be shown. */
  getState: () => Promise<CacheState | null>;
  /** Whether `getState` would return the same state now. */
  isCurrent: (state: CacheState) => boolean;
  /** Settings of the first paint for the requested pair; null if unavailable. */
  getSettings: (wanted: RequestedPair, c: Context) => Promise<CalculatorSettings | null>;
}

/** Reads the figures of this exchange from memory. */
export function createLocalSettingsSource(context: ServerContext): SettingsSource {
  const { catalogue } = context;
  return {
    async getState() {
      await catalogue.reloadAfterOwnWrites();
      // During maintenance another page is served.
      return catalogue.getMaintenance().tech ? null : getFiguresState(context);
    },
    isCurrent: state => createFiguresCheck(context, state)(),
    getSettings: async wanted => buildPairSettings(context, wanted),
  };
}
