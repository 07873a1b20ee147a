import type { PageSettings } from '#core/contract/site.ts';

/** What the server has written into the page; what a page has that no server of ours gave out. */
export function readPageSettings(): PageSettings {
  const defaults = { origin: location.origin, version: '', sentryDsn: null, chatOrigins: [] };
  const text = document.getElementById('settings')?.textContent;
  return text ? { ...defaults, ...(JSON.parse(text) as PageSettings) } : defaults;
}
