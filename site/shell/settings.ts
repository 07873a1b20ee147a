import type { PageSettings } from '#core/contract/site.ts';

/** What the server has written into the page; what a page has that no server of ours gave out. */
export function settings(): PageSettings {
  const bare = { origin: location.origin, version: '', sentryDsn: null, chatOrigins: [] };
  const text = document.getElementById('settings')?.textContent;
  return text ? { ...bare, ...(JSON.parse(text) as PageSettings) } : bare;
}
