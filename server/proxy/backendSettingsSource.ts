import * as v from 'valibot';
import { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import type { SettingsSource } from '#server/web/settingsSource.ts';
import type { BackendClient } from './backendClient.ts';

/** Timeout of the settings request, milliseconds. After it the page is served without a prerendered form. */
const SETTINGS_TIMEOUT_MS = 400;

const getSecond = () => Math.floor(Date.now() / 1000);

/** Reads the home page's figures from the backend's public API. */
export function createBackendSettingsSource(backend: BackendClient): SettingsSource {
  return {
    getState: async () => [getSecond()],
    isCurrent: ([second]) => second === getSecond(),
    async getSettings({ from = '', to = '', city }, c) {
      const query = new URLSearchParams({ cur_from: from, cur_to: to, ...(city ? { city } : {}) });
      const answer = await backend.fetchJson(
        `/api/v1/calculator/settings/?${query}`,
        c.var.clientAddress,
        SETTINGS_TIMEOUT_MS,
      );
      const settings = v.safeParse(CalculatorSettings, answer);
      return settings.success ? settings.output : null;
    },
  };
}
