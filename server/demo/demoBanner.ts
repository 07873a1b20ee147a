import { applyTypography } from '#core/typography.ts';

const STYLE = `<style>.demo-banner{position:sticky;bottom:0;z-index:5;padding:8px var(--gutter);border-top:1px solid color-mix(in srgb,var(--warn) 40%,var(--bg));background:color-mix(in srgb,var(--warn) 14%,var(--bg));color:var(--warn);font-size:var(--fs-ui);text-align:center;text-wrap:balance;pointer-events:none}
body{display:flex;flex-direction:column;min-height:100dvh}#root{flex:1;min-width:0;min-height:0}
html{scroll-padding-bottom:72px}@media (max-width:340px){html{scroll-padding-bottom:100px}}</style>`;

const BANNER = applyTypography(
  '<aside class="demo-banner" aria-label="Демонстрация">Демонстрация: деньги не настоящие, не платите. Заявки двигаются сами</aside>',
);

/**
 * Adds the banner of a demo to a page of the site. It is part of the HTML, so the layout does not shift; other servers
 * send none of it. It stays at the bottom of the window and takes no focus. Controls below it stay clickable, and
 * visible while they have the focus.
 */
export function insertDemoBanner(html: string): string {
  return html.replace('</head>', () => `${STYLE}</head>`).replace('</body>', () => `${BANNER}</body>`);
}
