import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import {
  BUILD_GRAPH_FILE,
  collectFilesOfSource,
  collectImportedFiles,
  type BuildGraph,
} from '../site/buildGraph.ts';
import { toPageFile } from '../site/prerender/pageFile.ts';
import {
  accountRoutePaths,
  cardScreenPaths,
  liveRoutePaths,
  operatorRoutePaths,
  privateRoutePaths,
  publicRoutePaths,
} from '../site/routePaths.ts';
import { root } from './install.mjs';

/** A byte limit for `files` after Brotli 11, each compressed separately, as the server sends them. */
type Budget = { name: string; files: readonly string[]; limit: number };

const readGraph = (folder: string) =>
  JSON.parse(readFileSync(join(folder, BUILD_GRAPH_FILE), 'utf8')) as BuildGraph;

/** The widget's budgets for the site built into `folder`. Throws if the loader or the element is missing. */
export function listWidgetBudgets(folder: string): Budget[] {
  const graph = readGraph(folder);
  const filesOf = (source: string) => collectFilesOfSource(graph, source);
  const loader = filesOf('widget/loader.ts');
  const form = new Set([...loader, ...filesOf('widget/element.ts')]);
  // Files are loaded in this order: form, its extras on first use, claim flow, created claim. Each budget counts new files.
  const touched = new Set([...form, ...filesOf('widget/lazy/formExtras.ts')]);
  const claim = new Set([...filesOf('widget/claim/entry.ts')].filter(file => !touched.has(file)));
  const made = [...filesOf('widget/claim/ClaimScreen.tsx')].filter(
    file => !touched.has(file) && !claim.has(file),
  );
  const paths = (files: Iterable<string>) => [...files].map(file => join(folder, file));
  return [
    { name: 'loader', files: paths(loader), limit: 1_010 },
    { name: 'widget until the form is usable', files: paths(form), limit: 95_850 },
    { name: 'claim flow', files: paths(claim), limit: 18_600 },
    { name: 'created claim', files: paths(made), limit: 10_150 },
    // Its markup with the pair's logos is part of an API response: 1.4 kB for BTC, at most 2.2 kB.
    { name: 'first form', files: paths(filesOf('widget/prerender/renderForm.ts')), limit: 6_500 },
  ];
}

/** The budget of the single classic script built into `folder`, which contains the whole widget. */
function createSingleScriptBudget(folder: string): Budget {
  const files = globSync('*/*.js', { cwd: folder }).map(file => join(folder, file));
  return { name: 'single classic script, whole widget', files, limit: 161_500 };
}

/** Scripts, module preloads and styles in a page's HTML. */
const FILES =
  /<(?:script\b[^>]* src|link rel="(?:modulepreload|stylesheet)"[^>]* href)="\/([^"]+\.(?:js|css))"/g;

/** What a text page loads when it is idle. */
const DEFERRED_PART = /<template id="application">.*?<\/template>/s;

/** Sources that every page loads: at first, with the widget's loader, and after it. */
const SHELL_SOURCES = ['site/main.tsx', 'widget/loader.ts', 'site/shell/layout/deferredElements.tsx'];

/** Limit for the JavaScript that a text page loads when it is idle. */
const DEFERRED_LIMIT = 123_500;

/**
 * Limits by kind of page. A public page is measured by its first JavaScript, a private one by what it loads beyond the
 * shell, with styles.
 */
const PAGE_LIMITS = {
  'home page': 145_250,
  'text page': 400,
  'page with live data': 126_650,
  'page for guests': 26_000,
  'account page': 34_600,
  'operator page': 60_000,
  'claim page': 35_500,
  'page with a card screen': 58_500,
} as const;
type PageKind = keyof typeof PAGE_LIMITS;

/** The kind of a page follows from its route. Error pages have no route; they are text. */
function findPageKind(path: string): PageKind {
  const isOf = (routes: Readonly<Record<string, string>>) => Object.values(routes).includes(path);
  if (path === publicRoutePaths.home) return 'home page';
  if (cardScreenPaths.includes(path)) return 'page with a card screen';
  if (isOf(accountRoutePaths)) return 'account page';
  if (isOf(operatorRoutePaths)) return 'operator page';
  if (isOf(privateRoutePaths)) return /^\/claim\b/.test(path) ? 'claim page' : 'page for guests';
  return isOf(liveRoutePaths) ? 'page with live data' : 'text page';
}

const onlyScripts = (files: Iterable<string>) => [...files].filter(file => file.endsWith('.js'));

/** The routes of the files of private pages. */
const PRIVATE_PATHS = new Map(Object.values(privateRoutePaths).map(path => [toPageFile(path), path]));

/**
 * Budgets of all pages of the site built into `folder`, by the kind of each. Throws if a page refers to a missing file,
 * or if a kind has no page.
 */
export function listPageBudgets(folder: string): Budget[] {
  const graph = readGraph(folder);
  const shell = new Set(SHELL_SOURCES.flatMap(source => [...collectFilesOfSource(graph, source)]));
  const seen = new Set<PageKind>();
  const budgets = globSync('**/*.html', { cwd: folder }).flatMap(name => {
    const page = name.replaceAll('\\', '/');
    const privatePath = PRIVATE_PATHS.get(page);
    const path = privatePath ?? `/${page.replace(/(?:\/?index)?\.html$/, '')}`;
    const kind = findPageKind(path);
    seen.add(kind);
    const html = readFileSync(join(folder, page), 'utf8');
    const collectFiles = (text: string) =>
      collectImportedFiles(
        graph,
        [...text.matchAll(FILES)].map(([, file = '']) => file),
      );
    const needed = collectFiles(html.replace(DEFERRED_PART, ''));
    const deferred = collectFiles(DEFERRED_PART.exec(html)?.[0] ?? '');
    const element = kind === 'home page' ? collectFilesOfSource(graph, 'widget/element.ts') : [];
    const files = privatePath
      ? [...needed].filter(file => !shell.has(file))
      : onlyScripts(new Set([...needed, ...element]));
    const toBudget = (name: string, budgetFiles: readonly string[], limit: number) => ({
      name: `${name}, ${path}`,
      files: budgetFiles.map(file => join(folder, file)),
      limit,
    });
    return [
      toBudget(kind, files, PAGE_LIMITS[kind]),
      ...(deferred.size > 0 ? [toBudget('text page when idle', onlyScripts(deferred), DEFERRED_LIMIT)] : []),
    ];
  });
  const missing = (Object.keys(PAGE_LIMITS) as PageKind[]).find(kind => !seen.has(kind));
  if (missing) throw new Error(`the site has no ${missing}`);
  return budgets;
}

/** Parts of pages that load later: the source that loads then, and the limit. */
const LAZY_PARTS = {
  // After the figures.
  'chart of the statistics': ['site/account/shop/statistics/chart/createTurnoverChart.ts', 30_000],
  // While the visitor types a new password: its dictionaries.
  'password meter': ['site/elements/form/estimateStrength.ts', 240_000],
  // Beside the document of 24 kB, which is no file of the build.
  'calls of the API reference, /docs/api': ['site/information/apiReference/ApiReference.tsx', 14_000],
  // Near the viewport, with its chart.
  'course over time, home page': ['site/home/course/mountCourseSection.tsx', 15_000],
} as const;

/** Budgets for lazy parts of the site built into `folder`: what they load beyond the shell. */
function listLazyPartBudgets(folder: string): Budget[] {
  const graph = readGraph(folder);
  const shell = new Set(SHELL_SOURCES.flatMap(source => [...collectFilesOfSource(graph, source)]));
  return Object.entries(LAZY_PARTS).map(([name, [source, limit]]) => {
    const files = [...collectFilesOfSource(graph, source)].filter(file => !shell.has(file));
    return { name, files: files.map(file => join(folder, file)), limit };
  });
}

/** Size of a file after Brotli 11, bytes. */
export const measureCompressedBytes = (file: string) =>
  brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

const formatKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(2)} kB`.padStart(10);

if (import.meta.main) {
  console.log('Brotli 11, 1 kB = 1000 bytes. With --files: the files of each budget');
  const listsFiles = process.argv.includes('--files');
  const measured = new Map<string, number>();
  for (const { name, files, limit } of [
    ...listWidgetBudgets(join(root, 'dist/site')),
    createSingleScriptBudget(join(root, 'dist/single')),
    ...listPageBudgets(join(root, 'dist/site')),
    ...listLazyPartBudgets(join(root, 'dist/site')),
  ]) {
    for (const file of files) if (!measured.has(file)) measured.set(file, measureCompressedBytes(file));
    const sizes = files.map(file => ({ file, bytes: measured.get(file) ?? 0 }));
    const bytes = sizes.reduce((sum, one) => sum + one.bytes, 0);
    const over = bytes > limit;
    console.log(
      `${name.padEnd(44)}${formatKilobytes(bytes)} of ${formatKilobytes(limit)}${over ? '  TOO BIG' : ''}`,
    );
    if (over || listsFiles)
      for (const one of sizes)
        console.log(`  ${relative(root, one.file).padEnd(42)}${formatKilobytes(one.bytes)}`);
    if (over) process.exitCode = 1;
  }
}
