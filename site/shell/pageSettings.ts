import type { PageSettings } from '#core/contract/site.ts';

/** Settings that the server wrote into the page; defaults on pages from the development server. */
export function readPageSettings(): PageSettings {
  const defaults = { origin: location.origin, version: '', sentryDsn: null, chatOrigins: [] };
  const text = document.getElementById('settings')?.textContent;
  return text ? { ...defaults, ...(JSON.parse(text) as PageSettings) } : defaults;
}
