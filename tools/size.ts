import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import {
  BUILD_GRAPH_FILE,
  collectFilesOfSource,
  collectImportedFiles,
  type BuildGraph,
} from '../site/buildGraph.ts';
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
    { name: 'widget until the form is usable', files: paths(form), limit: 95_250 },
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

/** Scripts and module preloads in a page's HTML. */
const SCRIPTS = /<(?:script\b[^>]* src|link rel="modulepreload"[^>]* href)="\/([^"]+\.js)"/g;

/** Only pages with live data import this module. */
const LIVE_DATA_MODULE = 'site/live/QueryStatus.tsx';

/**
 * Budgets for the first JavaScript of the site built into `folder`: the home page with the widget, the largest text
 * page, and the largest page with live data. Throws if a page refers to a missing file, or if a kind has no page.
 */
export function listPageBudgets(folder: string): Budget[] {
  const graph = readGraph(folder);
  const all = globSync('**/index.html', { cwd: folder }).map(page => {
    const html = readFileSync(join(folder, page), 'utf8');
    const scripts = [...html.matchAll(SCRIPTS)].map(([, file = '']) => file);
    const isHome = page === 'index.html';
    const needed = collectImportedFiles(graph, scripts);
    const kind = isHome ? 'home' : needed.has(graph.sources[LIVE_DATA_MODULE] ?? '') ? 'live' : 'text';
    const element = isHome ? collectFilesOfSource(graph, 'widget/element.ts') : [];
    const names = [...new Set([...needed, ...element])].filter(file => file.endsWith('.js'));
    const files = names.map(name => join(folder, name));
    return {
      path: `/${dirname(page)}`.replace(/\.$/, ''),
      kind,
      files,
      bytes: sum(files.map(measureCompressedBytes)),
    };
  });
  const findLargest = (kind: string, name: string, limit: number): Budget => {
    const [first] = all.filter(page => page.kind === kind).toSorted((a, b) => b.bytes - a.bytes);
    if (!first) throw new Error(`the site has no ${name}`);
    return { name: `${name}, ${first.path}: first JavaScript`, files: first.files, limit };
  };
  return [
    findLargest('home', 'home page', 144_700),
    findLargest('text', 'text page', 122_900),
    findLargest('live', 'page with live data', 126_400),
  ];
}

/** Sources that every page loads: at first, and after it. */
const SHELL_SOURCES = ['site/main.tsx', 'site/shell/layout/deferredElements.tsx'];

/** Sources that every page of the account loads, with the list of the files of all these pages. */
const ACCOUNT_SOURCES = [
  'site/account/AccountPage.tsx',
  'site/account/accountGuard.ts',
  'site/account/accountPages.ts',
  'site/shell/session/createBrowserSession.ts',
];

/** Pages of the account by the path below /account. */
const ACCOUNT_PAGES = {
  dashboard: 'DashboardPage.tsx',
  safety: 'SafetyPage.tsx',
  applications: 'applications/ApplicationsPage.tsx',
  cards: 'requisites/RequisitesPage.tsx',
  referral: 'referral/ReferralPage.tsx',
  'shop/withdrawal': 'shop/withdrawal/WithdrawalPage.tsx',
  'shop/statistics': 'shop/statistics/StatisticsPage.tsx',
  'shop/history': 'shop/history/HistoryPage.tsx',
  'shop/link-generation': 'shop/links/LinksPage.tsx',
  'shop/api': 'shop/api/ApiPage.tsx',
};

/** Other lazy pages, and parts of pages: the sources that a first visit needs beyond the shell, and the limit. */
const LAZY_PARTS: readonly { name: string; sources: readonly string[]; limit: number }[] = [
  {
    name: 'page for guests, /register',
    sources: ['site/auth/RegisterPage.tsx', 'site/auth/guestGuard.ts'],
    limit: 30_000,
  },
  ...Object.entries(ACCOUNT_PAGES).map(([path, page]) => ({
    name: `account page, /account/${path}`,
    sources: [...ACCOUNT_SOURCES, `site/account/${page}`],
    limit: 33_900,
  })),
  // Loads after the figures. With its styles.
  {
    name: 'chart of the statistics',
    sources: ['site/account/shop/statistics/chart/createTurnoverChart.ts'],
    limit: 30_000,
  },
  // Its dictionaries load while the visitor types a new password.
  { name: 'password meter', sources: ['site/elements/form/estimateStrength.ts'], limit: 240_000 },
  // Beside the document of 24 kB, which is no file of the build.
  {
    name: 'calls of the API reference, /docs/api',
    sources: [
      'site/information/apiReference/ApiReferencePage.tsx',
      'site/information/apiReference/ApiReference.tsx',
    ],
    limit: 14_000,
  },
  // Loads near the viewport, with its chart.
  {
    name: 'course over time, home page',
    sources: ['site/home/course/mountCourseSection.tsx'],
    limit: 15_000,
  },
  { name: 'page for guests, /alert', sources: ['site/alert/AlertPage.tsx'], limit: 30_000 },
];

/** Budgets for lazy parts of the site built into `folder`: what they load beyond the shell. */
function listLazyPartBudgets(folder: string): Budget[] {
  const graph = readGraph(folder);
  const shell = new Set(SHELL_SOURCES.flatMap(source => [...collectFilesOfSource(graph, source)]));
  return LAZY_PARTS.map(({ name, sources, limit }) => {
    const needed = new Set(sources.flatMap(source => [...collectFilesOfSource(graph, source)]));
    const files = [...needed].filter(file => !shell.has(file)).map(file => join(folder, file));
    return { name, files, limit };
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Size of a file after Brotli 11, bytes. */
export const measureCompressedBytes = (file: string) =>
  brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

const formatKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(2)} kB`.padStart(10);

if (import.meta.main) {
  console.log('Brotli 11, 1 kB = 1000 bytes');
  for (const { name, files, limit } of [
    ...listWidgetBudgets(join(root, 'dist/site')),
    createSingleScriptBudget(join(root, 'dist/single')),
    ...listPageBudgets(join(root, 'dist/site')),
    ...listLazyPartBudgets(join(root, 'dist/site')),
  ]) {
    const sizes = files.map(file => ({ file, bytes: measureCompressedBytes(file) }));
    const bytes = sizes.reduce((sum, one) => sum + one.bytes, 0);
    const over = bytes > limit;
    console.log(
      `${name.padEnd(44)}${formatKilobytes(bytes)} of ${formatKilobytes(limit)}${over ? '  TOO BIG' : ''}`,
    );
    for (const one of sizes)
      console.log(`  ${relative(root, one.file).padEnd(42)}${formatKilobytes(one.bytes)}`);
    if (over) process.exitCode = 1;
  }
}
