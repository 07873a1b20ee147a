import { ORIGIN } from '#core/contract/placeholder.ts';
import { escaped, named, type Told } from './head.ts';

/** Files for programs that read the site, by name. `told` are its public pages. */
export function feeds(told: readonly Told[]): Record<string, string> {
  const known = told.filter(({ path }) => !path.endsWith('.html'));
  const news = known
    .filter(({ handle }) => handle.date !== undefined)
    .sort((a, b) => (b.handle.date ?? '').localeCompare(a.handle.date ?? ''));
  return {
    'sitemap.xml': sitemap(known),
    'news/rss.xml': rss(news),
    'robots.txt': robots(),
    'site.webmanifest': manifest(),
  };
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';

function sitemap(told: readonly Told[]): string {
  const urls = told.map(({ path, handle: { date } }) => {
    const changed = date ? `<lastmod>${date}</lastmod>` : '';
    return `<url><loc>${escaped(ORIGIN + path)}</loc>${changed}</url>`;
  });
  return [XML, '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">', ...urls, '</urlset>', ''].join(
    '\n',
  );
}

function rss(news: readonly Told[]): string {
  const items = news.map(({ path, handle: { title, description = '', date = '' } }) =>
    [
      '<item>',
      `<title>${escaped(named(title))}</title>`,
      `<link>${ORIGIN}${path}</link>`,
      `<guid isPermaLink="true">${ORIGIN}${path}</guid>`,
      // Moscow's morning: items have a day and no hour.
      `<pubDate>${new Date(`${date}T06:00:00Z`).toUTCString()}</pubDate>`,
      `<description>${escaped(description)}</description>`,
      '</item>',
    ].join(''),
  );
  return [
    XML,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    '<title>Размен: новости</title>',
    `<link>${ORIGIN}/news</link>`,
    `<atom:link href="${ORIGIN}/news/rss.xml" rel="self" type="application/rss+xml"/>`,
    '<description>Новости обмена: валюты, сети, лимиты, правила.</description>',
    '<language>ru</language>',
    ...items,
    '</channel></rss>',
    '',
  ].join('\n');
}

/** Nothing is forbidden: who may not fetch a page of one visitor's own does not learn either that it is `noindex`. */
function robots(): string {
  return ['User-agent: *', 'Disallow:', '', `Sitemap: ${ORIGIN}/sitemap.xml`, ''].join('\n');
}

function manifest(): string {
  const icon = (src: string, size: number, purpose: 'any' | 'maskable') => ({
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
      icon('icon-192.png', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('icon-maskable-512.png', 512, 'maskable'),
    ],
  });
}
