import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { BUILD_GRAPH_FILE, collectFilesOfSource, type BuildGraph } from '../buildGraph.ts';
import { drawBanners } from './banners.ts';
import { buildFeeds } from './feeds.ts';
import { escapeMarkup, SITE_WIDE_HEAD_TAGS, buildHeadTags } from './headTags.ts';
import { renderImages } from './images.ts';
import type { RenderedPage } from './render.tsx';
import { immediateRoutePaths } from '../routePaths.ts';
import { formatPageTitle } from '../shell/layout/pageTitle.ts';

/** Vite plugin of the renderer's build: runs the renderer, writes all pages into `folder` and deletes the renderer. */
export function writePages(folder: string): Plugin {
  return {
    name: 'written-pages',
    apply: 'build',
    writeBundle: { sequential: true, order: 'post', handler: ({ dir = '' }) => prerenderSite(folder, dir) },
  };
}

async function prerenderSite(folder: string, renderer: string): Promise<void> {
  const { renderPages } = (await import(pathToFileURL(join(renderer, 'render.js')).href)) as {
    renderPages: () => Promise<RenderedPage[]>;
  };
  const graph = JSON.parse(readFileSync(join(folder, BUILD_GRAPH_FILE), 'utf8')) as BuildGraph;
  const template = readFileSync(join(folder, 'index.html'), 'utf8');
  const rendered = await renderPages();
  const pageFiles = rendered.map(page => ({
    name: page.path.endsWith('.html') ? page.path.slice(1) : `${page.path.slice(1)}/index.html`,
    html: inlineStyleSheets(fillTemplate(template, page, graph), folder),
  }));
  for (const { name, html } of pageFiles) writeSiteFile(folder, name, html);
  for (const [name, body] of Object.entries({
    ...buildFeeds(rendered),
    ...(await renderImages()),
    ...drawBanners(),
  }))
    writeSiteFile(folder, name, body);
  const hash = createHash('sha256').update(JSON.stringify(graph));
  for (const { html } of pageFiles) hash.update(html);
  const version = hash.digest('base64url').slice(0, 12);
  writeSiteFile(folder, 'builds/latest.json', JSON.stringify({ version }));
  rmSync(renderer, { recursive: true });
}

/** The description in index.html, which the page's head tags replace. */
const DESCRIPTION_TAG = /<meta\s+name="description"[^>]*>/;

/** Fills the template with markup and head tags of a page. Throws if the template lacks a place for them. */
function fillTemplate(template: string, page: RenderedPage, graph: BuildGraph): string {
  const { path, handle, markup, modules } = page;
  const isPrivate = /<main[^>]* data-private/.test(markup);
  const entryFiles = collectFilesOfSource(graph, 'site/main.tsx');
  const pageFiles = new Set(
    modules.flatMap(name => [...collectFilesOfSource(graph, posix.join('site', name))]),
  );
  const assetLinks = [...pageFiles]
    .filter(file => !entryFiles.has(file))
    .map(file =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    );
  const replacements: [RegExp, string][] = [
    [/<title>[^<]*<\/title>/, `<title>${escapeMarkup(formatPageTitle(handle.title))}</title>`],
    [DESCRIPTION_TAG, [...buildHeadTags(page), ...SITE_WIDE_HEAD_TAGS].join('\n    ')],
    // The page's own styles follow the common styles.
    [/ {2}<\/head>/, [...assetLinks, '</head>'].map(line => `  ${line}`).join('\n')],
    [/<div id="root"><\/div>/, `<div id="root">${markup}</div>`],
    // A private page has its own notice about scripts, beside its heading.
    ...(isPrivate ? ([[/<noscript>[^<]*<\/noscript>/, '']] as [RegExp, string][]) : []),
  ];
  const filledPage = replacements.reduce((html, [place, text]) => {
    if (!place.test(html)) throw new Error(`site/index.html has no ${place.source}`);
    return html.replace(place, () => text);
  }, template);
  // The prerendered page is readable without scripts, so styles and fonts load first.
  const withPriorities = filledPage.replace(
    /(?<=<link rel="modulepreload"|<script type="module") crossorigin/g,
    ' fetchpriority="low"$&',
  );
  // The indentation of the head costs 0.2 kB before any framework code.
  const headEnd = withPriorities.indexOf('</head>');
  const head = withPriorities.slice(0, headEnd).replace(/\n\s+/g, '\n');
  const startsAtOnce = isPrivate || immediateRoutePaths.includes(path);
  return (startsAtOnce ? head : deferApplication(head, graph)) + withPriorities.slice(headEnd);
}

const APPLICATION_TAG = /<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)\n?/g;

/** Moves the scripts of a head into a template, from which the starter of text pages takes them. */
function deferApplication(head: string, graph: BuildGraph): string {
  // A script for each chunk instead of a preload: each then runs in a task of its own.
  const tags = (head.match(APPLICATION_TAG) ?? [])
    .join('')
    .replaceAll('\n', '')
    .replaceAll(
      /<link rel="modulepreload"([^>]*) href(="[^"]*")>/g,
      '<script type="module"$1 src$2></script>',
    );
  const starters = [...collectFilesOfSource(graph, 'site/shell/lifecycle/startWhenIdle.ts')].map(
    file => `<script type="module" fetchpriority="low" crossorigin src="/${file}"></script>`,
  );
  return `${head.replace(APPLICATION_TAG, '')}<template id="application">${tags}</template>${starters.join('')}\n`;
}

const STYLE_SHEET_LINK = /<link rel="stylesheet"[^>]* href="\/([^"]+)">\n?/g;

/**
 * Moves the style sheets of a page into one style element: a request for them would delay the first paint by a round
 * trip. The links stay, disabled, so that lazy modules find their sheets and load nothing.
 */
function inlineStyleSheets(html: string, folder: string): string {
  const links = [...html.matchAll(STYLE_SHEET_LINK)];
  const styles = links.map(([, file = '']) => readFileSync(join(folder, file), 'utf8').trim()).join('');
  const style = `<style>${styles}</style>\n`;
  return links.reduce(
    (text, [link], index) =>
      text.replace(link, () => (index === 0 ? style : '') + link.replace(' crossorigin', ' disabled$&')),
    html,
  );
}

function writeSiteFile(folder: string, name: string, body: string | Buffer): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, body);
}
