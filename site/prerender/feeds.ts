import { ORIGIN_PLACEHOLDER } from '#core/contract/placeholder.ts';
import { applyTypography } from '#core/typography.ts';
import { escapeMarkup, type PageMetadata } from './headTags.ts';

/** Generates sitemap, RSS feed, news items, robots.txt and web manifest: file name → content. */
export function buildFeeds(pages: readonly PageMetadata[]): Record<string, string> {
  const publicPages = pages.filter(({ path }) => !path.endsWith('.html'));
  const newsPages = publicPages
    .filter(({ handle }) => handle.date !== undefined)
    .sort((a, b) => (b.handle.date ?? '').localeCompare(a.handle.date ?? ''));
  return {
    'sitemap.xml': buildSitemap(publicPages),
    'news/rss.xml': buildRss(newsPages),
    'news/items.json': buildNewsItems(newsPages),
    'robots.txt': buildRobotsTxt(),
    'site.webmanifest': buildWebManifest(),
  };
}

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

function buildSitemap(pages: readonly PageMetadata[]): string {
  const urls = pages.map(({ path, handle: { date } }) => {
    const lastModified = date ? `<lastmod>${date}</lastmod>` : '';
    return `<url><loc>${escapeMarkup(ORIGIN_PLACEHOLDER + path)}</loc>${lastModified}</url>`;
  });
  return [
    XML_DECLARATION,
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

function buildRss(newsPages: readonly PageMetadata[]): string {
  const items = newsPages.map(({ path, handle: { title, description = '', date = '' } }) =>
    [
      '<item>',
      `<title>${escapeMarkup(title)}</title>`,
      `<link>${ORIGIN_PLACEHOLDER}${path}</link>`,
      `<guid isPermaLink="true">${ORIGIN_PLACEHOLDER}${path}</guid>`,
      // News items have no time: 09:00 in Moscow.
      `<pubDate>${new Date(`${date}T06:00:00Z`).toUTCString()}</pubDate>`,
      `<description>${escapeMarkup(description)}</description>`,
      '</item>',
    ].join(''),
  );
  return [
    XML_DECLARATION,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    '<title>Размен: новости</title>',
    `<link>${ORIGIN_PLACEHOLDER}/news</link>`,
    `<atom:link href="${ORIGIN_PLACEHOLDER}/news/rss.xml" rel="self" type="application/rss+xml"/>`,
    '<description>Новости обмена: валюты, сети, лимиты, правила.</description>',
    '<language>ru</language>',
    ...items,
    '</channel></rss>',
    '',
  ].join('\n');
}

/** The news items for their e-mails, which the operator sends. */
function buildNewsItems(newsPages: readonly PageMetadata[]): string {
  const items = newsPages.map(({ path, handle: { title, description = '', date } }) => ({
    slug: path.slice(path.lastIndexOf('/') + 1),
    date,
    title: applyTypography(title),
    description: applyTypography(description),
  }));
  return JSON.stringify(items);
}

/** Disallows nothing: a crawler must fetch a private page to see its `noindex`. */
function buildRobotsTxt(): string {
  return ['User-agent: *', 'Disallow:', '', `Sitemap: ${ORIGIN_PLACEHOLDER}/sitemap.xml`, ''].join('\n');
}

function buildWebManifest(): string {
  const describeIcon = (src: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/${src}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return JSON.stringify({
    name: 'Размен: обмен криптовалюты',
    short_name: 'Размен',
    lang: 'ru',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#0b0d0a',
    theme_color: '#0b0d0a',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      describeIcon('icon-192.png', 192, 'any'),
      describeIcon('icon-512.png', 512, 'any'),
      describeIcon('icon-maskable-512.png', 512, 'maskable'),
    ],
  });
}
