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
export function budgets(folder: string): Budget[] {
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
    { name: 'widget until the form is usable', files: paths(form), limit: 95_100 },
    { name: 'claim flow', files: paths(claim), limit: 17_200 },
    { name: 'created claim', files: paths(made), limit: 10_150 },
    // Its markup with the pair's logos is part of an API response: 1.4 kB for BTC, at most 2.2 kB.
    { name: 'first form', files: paths(filesOf('widget/prerender/renderForm.ts')), limit: 6_500 },
  ];
}

/** The budget of the single classic script built into `folder`, which contains the whole widget. */
function whole(folder: string): Budget {
  const files = globSync('*/*.js', { cwd: folder }).map(file => join(folder, file));
  return { name: 'single classic script, whole widget', files, limit: 159_600 };
}

/** Scripts and module preloads in a page's HTML. */
const SCRIPTS = /<(?:script\b[^>]* src|link rel="modulepreload"[^>]* href)="\/([^"]+\.js)"/g;

/** Only pages with live data import this module. */
const LIVE_DATA_MODULE = 'site/live/LiveQueryStatus.tsx';

/**
 * Budgets for the first JavaScript of the site built into `folder`: the home page with the widget, the largest text
 * page, and the largest page with live data. Throws if a page refers to a missing file, or if there is no page of a
 * kind.
 */
export function pages(folder: string): Budget[] {
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
    return { path: `/${dirname(page)}`.replace(/\.$/, ''), kind, files, bytes: sum(files.map(weigh)) };
  });
  const findLargest = (kind: string, name: string, limit: number): Budget => {
    const [first] = all.filter(page => page.kind === kind).toSorted((a, b) => b.bytes - a.bytes);
    if (!first) throw new Error(`the site has no ${name}`);
    return { name: `${name}, ${first.path}: first JavaScript`, files: first.files, limit };
  };
  return [
    findLargest('home', 'home page', 145_200),
    findLargest('text', 'text page', 123_300),
    findLargest('live', 'page with live data', 126_700),
  ];
}

/** What every page loads: at first, and after it. */
const SHELL_SOURCES = ['site/main.tsx', 'site/shell/layout/deferredElements.tsx'];

/** Lazy pages of accounts by name: the sources that a first visit needs beyond the shell of every page. */
const ACCOUNT_PAGES = {
  'page for guests, /register': ['site/auth/RegisterPage.tsx', 'site/auth/guestGuard.ts'],
  'account page, /account/dashboard': [
    'site/account/AccountPage.tsx',
    'site/account/DashboardPage.tsx',
    'site/account/accountGuard.ts',
    'site/shell/session/createBrowserSession.ts',
  ],
  'account page, /account/safety': [
    'site/account/AccountPage.tsx',
    'site/account/SafetyPage.tsx',
    'site/account/accountGuard.ts',
    'site/shell/session/createBrowserSession.ts',
  ],
  'account page, /account/applications': [
    'site/account/AccountPage.tsx',
    'site/account/applications/ApplicationsPage.tsx',
    'site/account/accountGuard.ts',
    'site/shell/session/createBrowserSession.ts',
  ],
  'account page, /account/cards': [
    'site/account/AccountPage.tsx',
    'site/account/requisites/RequisitesPage.tsx',
    'site/account/accountGuard.ts',
    'site/shell/session/createBrowserSession.ts',
  ],
  'account page, /account/referral': [
    'site/account/AccountPage.tsx',
    'site/account/referral/ReferralPage.tsx',
    'site/account/accountGuard.ts',
    'site/shell/session/createBrowserSession.ts',
  ],
  'account page, /account/shop/withdrawal': [
    'site/account/AccountPage.tsx',
    'site/account/shop/withdrawal/WithdrawalPage.tsx',
    'site/account/accountGuard.ts',
    'site/shell/session/createBrowserSession.ts',
  ],
  'account page, /account/shop/statistics': [
    'site/account/AccountPage.tsx',
    'site/account/shop/statistics/StatisticsPage.tsx',
    'site/account/accountGuard.ts',
    'site/shell/session/createBrowserSession.ts',
  ],
  'account page, /account/shop/history': [
    'site/account/AccountPage.tsx',
    'site/account/shop/history/HistoryPage.tsx',
    'site/account/accountGuard.ts',
    'site/shell/session/createBrowserSession.ts',
  ],
  'account page, /account/shop/link-generation': [
    'site/account/AccountPage.tsx',
    'site/account/shop/links/LinksPage.tsx',
    'site/account/accountGuard.ts',
    'site/shell/session/createBrowserSession.ts',
  ],
  'chart of the statistics': ['site/account/shop/statistics/chart/createTurnoverChart.ts'],
  'account page, /account/shop/api': [
    'site/account/AccountPage.tsx',
    'site/account/shop/api/ApiPage.tsx',
    'site/account/accountGuard.ts',
    'site/shell/session/createBrowserSession.ts',
  ],
  'password meter': ['site/elements/form/estimateStrength.ts'],
};
const ACCOUNT_PAGE_LIMITS: Record<keyof typeof ACCOUNT_PAGES, number> = {
  'page for guests, /register': 30_000,
  'account page, /account/dashboard': 30_000,
  'account page, /account/safety': 30_000,
  'account page, /account/applications': 30_000,
  'account page, /account/cards': 30_000,
  'account page, /account/referral': 30_000,
  'account page, /account/shop/withdrawal': 30_000,
  'account page, /account/shop/statistics': 30_000,
  'account page, /account/shop/history': 30_000,
  'account page, /account/shop/link-generation': 30_000,
  // Loads after the figures. With its styles.
  'chart of the statistics': 30_000,
  'account page, /account/shop/api': 30_000,
  // Its dictionaries load while the visitor types a new password.
  'password meter': 240_000,
};

/** Budgets for the pages of accounts in the site built into `folder`: what they load beyond the shell. */
function accountPages(folder: string): Budget[] {
  const graph = readGraph(folder);
  const shell = new Set(SHELL_SOURCES.flatMap(source => [...collectFilesOfSource(graph, source)]));
  return (Object.keys(ACCOUNT_PAGES) as (keyof typeof ACCOUNT_PAGES)[]).map(name => {
    const needed = new Set(ACCOUNT_PAGES[name].flatMap(source => [...collectFilesOfSource(graph, source)]));
    const files = [...needed].filter(file => !shell.has(file)).map(file => join(folder, file));
    return { name, files, limit: ACCOUNT_PAGE_LIMITS[name] };
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Size of a file after Brotli 11, bytes. */
export const weigh = (file: string) =>
  brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(2)} kB`.padStart(10);

if (import.meta.main) {
  console.log('Brotli 11, 1 kB = 1000 bytes');
  for (const { name, files, limit } of [
    ...budgets(join(root, 'dist/site')),
    whole(join(root, 'dist/single')),
    ...pages(join(root, 'dist/site')),
    ...accountPages(join(root, 'dist/site')),
  ]) {
    const sizes = files.map(file => ({ file, bytes: weigh(file) }));
    const bytes = sizes.reduce((sum, one) => sum + one.bytes, 0);
    const over = bytes > limit;
    console.log(`${name.padEnd(44)}${kilobytes(bytes)} of ${kilobytes(limit)}${over ? '  TOO BIG' : ''}`);
    for (const one of sizes) console.log(`  ${relative(root, one.file).padEnd(42)}${kilobytes(one.bytes)}`);
    if (over) process.exitCode = 1;
  }
}
