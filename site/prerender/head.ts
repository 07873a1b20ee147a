import { ORIGIN } from '#core/contract/placeholder.ts';
import { EMAIL } from '../contact.ts';
import type { Handle } from '../shell/Arrival.tsx';
import type { Question } from '../markdown/tree.ts';

/** What the head of a page is made of. */
export interface Told {
  path: string;
  handle: Handle;
  /** Of a page of questions. */
  questions: readonly Question[];
}

const NAME = 'Размен';

/** The picture that a link to any page is shown with. */
export const PREVIEW = {
  file: 'preview.png',
  width: 1200,
  height: 630,
  alt: 'Размен. Меняйте крипту на рубли',
};

/** For pages that no search engine is to keep. */
export const NOINDEX = '<meta name="robots" content="noindex">';

/** What every page has, whatever it says. */
export const EVERYWHERE = [
  '<link rel="icon" href="/favicon.ico" sizes="48x48">',
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
  '<link rel="manifest" href="/site.webmanifest">',
  `<link rel="alternate" type="application/rss+xml" href="/news/rss.xml" title="${NAME}: новости">`,
];

/** The title without the name of the site. */
export const named = (title: string) => title.replace(/ · Размен$/, '');

/** Text for an attribute or between tags, in HTML and in XML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);
}

/** Lines of the head that are this page's own: description, canonical address, preview, what it is about. */
export function head(told: Told): string[] {
  const { path, handle } = told;
  if (path.endsWith('.html')) return [NOINDEX];
  const { title, description = '', date } = handle;
  const meta = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}">`;
  const property = (name: string, content: string) =>
    `<meta property="${name}" content="${escaped(content)}">`;
  return [
    meta('description', description),
    `<link rel="canonical" href="${ORIGIN}${path}">`,
    property('og:type', date ? 'article' : 'website'),
    property('og:site_name', NAME),
    property('og:locale', 'ru_RU'),
    property('og:title', named(title)),
    property('og:description', description),
    property('og:url', ORIGIN + path),
    property('og:image', `${ORIGIN}/${PREVIEW.file}`),
    property('og:image:width', String(PREVIEW.width)),
    property('og:image:height', String(PREVIEW.height)),
    property('og:image:alt', PREVIEW.alt),
    ...(date ? [property('article:published_time', date)] : []),
    meta('twitter:card', 'summary_large_image'),
    ...things(told).map(
      // A `<` would begin a tag, wherever it stands.
      thing =>
        `<script type="application/ld+json">${JSON.stringify(thing).replaceAll('<', String.raw`\u003c`)}</script>`,
    ),
  ];
}

const organization = {
  '@type': 'Organization',
  '@id': `${ORIGIN}/#organization`,
  name: NAME,
  url: `${ORIGIN}/`,
  logo: `${ORIGIN}/icon-512.png`,
  email: EMAIL,
};

/** What schema.org calls the things that a page is about. */
function things({ path, handle, questions }: Told): object[] {
  const { title, description, date } = handle;
  const context = { '@context': 'https://schema.org' };
  if (path === '/')
    return [
      { ...context, ...organization },
      { ...context, '@type': 'WebSite', name: NAME, url: `${ORIGIN}/`, inLanguage: 'ru' },
    ];
  const page = { name: named(title), url: ORIGIN + path };
  const way = [
    { name: 'Обмен', url: `${ORIGIN}/` },
    ...(date ? [{ name: 'Новости', url: `${ORIGIN}/news` }] : []),
    page,
  ];
  const crumbs = {
    ...context,
    '@type': 'BreadcrumbList',
    itemListElement: way.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  };
  const article = date && {
    ...context,
    '@type': 'NewsArticle',
    headline: page.name,
    description,
    datePublished: date,
    image: `${ORIGIN}/${PREVIEW.file}`,
    mainEntityOfPage: page.url,
    author: organization,
    publisher: organization,
  };
  const faq = questions.length > 0 && {
    ...context,
    '@type': 'FAQPage',
    mainEntity: questions.map(({ text, answer }) => ({
      '@type': 'Question',
      name: text,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
  return [article, faq, crumbs].filter(thing => typeof thing === 'object');
}
