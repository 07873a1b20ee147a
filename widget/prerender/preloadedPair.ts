import type { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import { renderForm } from './renderForm.ts';
import type { SettingsResponse } from './renderForm.ts';

// Part of the script with a pair in its address. The server puts the two values in front of it.

/** Settings of the pair, with the form's markup. */
declare const SETTINGS: CalculatorSettings;

/** Parameters of the request that the settings answer. */
declare const QUERY: string;

/** Maximum age of preloaded settings by this device's clock: a browser may show an old page with its old scripts. */
const MAX_PRELOAD_AGE_MS = 20_000;

const script =
  (document.currentScript as HTMLScriptElement | null) ??
  document.querySelector<HTMLScriptElement>('script[src*="exchange-widget.js"]');

/** Replaces the loader's imports of the renderer. */
export const loadRenderer = () => Promise.resolve({ renderForm });

/** Replaces the loader's `fetch`. Any other request, and one for outdated settings, is sent. */
export function fetchSettings(url: string): Promise<SettingsResponse> {
  const { href } = new URL(`/api/v1/calculator/settings/?${QUERY}`, script?.src);
  const ageMs = Math.abs(Date.now() - Date.parse(SETTINGS.pair?.now ?? ''));
  return url === href && ageMs < MAX_PRELOAD_AGE_MS
    ? Promise.resolve({ ok: true, json: () => Promise.resolve(SETTINGS) })
    : fetch(url);
}
