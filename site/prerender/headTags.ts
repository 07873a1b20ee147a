import { ORIGIN_PLACEHOLDER } from '#core/contract/placeholder.ts';
import { SUPPORT_EMAIL } from '../contactDetails.ts';
import { SITE_NAME } from '../shell/layout/pageTitle.ts';
import type { RouteHandle } from '../shell/layout/RouteAnnouncer.tsx';
import type { FaqQuestion } from '../markdown/remarkContent.ts';

/** Page data for the tags of the head. */
export interface PageMetadata {
  path: string;
  handle: RouteHandle;
  /** Questions of the FAQ page; empty on other pages. */
  questions: readonly FaqQuestion[];
}

/** Link preview image of all pages. */
export const PREVIEW_IMAGE = {
  file: 'preview.png',
  width: 1200,
  height: 630,
  alt: 'Размен. Меняйте крипту на рубли',
};

/** Meta tag of pages that search engines must not index. */
const NOINDEX_META_TAG = '<meta name="robots" content="noindex">';

/** Head tags of every page. */
export const SITE_WIDE_HEAD_TAGS = [
  '<link rel="icon" href="/favicon.ico" sizes="48x48">',
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
  '<link rel="manifest" href="/site.webmanifest">',
  `<link rel="alternate" type="application/rss+xml" href="/news/rss.xml" title="${SITE_NAME}: новости">`,
];

/** Escapes text for attributes and element content, in HTML and XML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);
}

/** Head tags of one page: description, canonical URL, link preview, structured data. Error and private pages: noindex. */
export function buildHeadTags(page: PageMetadata): string[] {
  const { path, handle } = page;
  if (path.endsWith('.html')) return [NOINDEX_META_TAG];
  const { title, description = '', date } = handle;
  const nameMeta = (name: string, content: string) =>
    `<meta name="${name}" content="${escapeMarkup(content)}">`;
  const propertyMeta = (name: string, content: string) =>
    `<meta property="${name}" content="${escapeMarkup(content)}">`;
  return [
    nameMeta('description', description),
    `<link rel="canonical" href="${ORIGIN_PLACEHOLDER}${path}">`,
    propertyMeta('og:type', date ? 'article' : 'website'),
    propertyMeta('og:site_name', SITE_NAME),
    propertyMeta('og:locale', 'ru_RU'),
    propertyMeta('og:title', title),
    propertyMeta('og:description', description),
    propertyMeta('og:url', ORIGIN_PLACEHOLDER + path),
    propertyMeta('og:image', `${ORIGIN_PLACEHOLDER}/${PREVIEW_IMAGE.file}`),
    propertyMeta('og:image:width', String(PREVIEW_IMAGE.width)),
    propertyMeta('og:image:height', String(PREVIEW_IMAGE.height)),
    propertyMeta('og:image:alt', PREVIEW_IMAGE.alt),
    ...(date ? [propertyMeta('article:published_time', date)] : []),
    nameMeta('twitter:card', 'summary_large_image'),
    ...buildStructuredData(page).map(
      // A `<` could end the script element.
      thing =>
        `<script type="application/ld+json">${JSON.stringify(thing).replaceAll('<', String.raw`\u003c`)}</script>`,
    ),
  ];
}

const organization = {
  '@type': 'Organization',
  '@id': `${ORIGIN_PLACEHOLDER}/#organization`,
  name: SITE_NAME,
  url: `${ORIGIN_PLACEHOLDER}/`,
  logo: `${ORIGIN_PLACEHOLDER}/icon-512.png`,
  email: SUPPORT_EMAIL,
};

/** Structured data (schema.org) of a page. */
function buildStructuredData({ path, handle, questions }: PageMetadata): object[] {
  const { title, description, date } = handle;
  const context = { '@context': 'https://schema.org' };
  if (path === '/')
    return [
      { ...context, ...organization },
      { ...context, '@type': 'WebSite', name: SITE_NAME, url: `${ORIGIN_PLACEHOLDER}/`, inLanguage: 'ru' },
    ];
  const page = { name: title, url: ORIGIN_PLACEHOLDER + path };
  const breadcrumbs = [
    { name: 'Обмен', url: `${ORIGIN_PLACEHOLDER}/` },
    ...(date ? [{ name: 'Новости', url: `${ORIGIN_PLACEHOLDER}/news` }] : []),
    page,
  ];
  const breadcrumbList = {
    ...context,
    '@type': 'BreadcrumbList',
    itemListElement: breadcrumbs.map(({ name, url }, index) => ({
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
    image: `${ORIGIN_PLACEHOLDER}/${PREVIEW_IMAGE.file}`,
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
  return [article, faq, breadcrumbList].filter(thing => typeof thing === 'object');
}
