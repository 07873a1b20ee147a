import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown, UserConfig } from 'vite';
import {
  buildTarget,
  widgetBuildConfig,
  injectChunkList,
  isWidgetModule,
  collectChunkModules,
  widgetChunkGroups,
  widgetEntries,
} from '../widget/build.ts';
import { emitBuildGraph } from './buildGraph.ts';
import { toPageFile } from './prerender/pageFile.ts';
import { maintenanceFolders, privateFolders, privateRoutePaths, privateSourceFolders } from './routePaths.ts';
import { markdownPlugin } from './markdown/markdownPlugin.ts';
import { writePages } from './prerender/writePages.ts';

const siteFolder = dirname(fileURLToPath(import.meta.url));
const repositoryFolder = dirname(siteFolder);

/**
 * Writes `routes.json` for the server. The server responds to the patterns of `pages` with their files; paths below
 * `privateFolders` get the headers of private pages; those below `maintenanceFolders` work during maintenance. All
 * other pages are files of the build.
 */
function emitPrivateRoutes(): Plugin {
  return {
    name: 'private-routes',
    apply: 'build',
    generateBundle() {
      const source = JSON.stringify({
        pages: Object.fromEntries(Object.values(privateRoutePaths).map(path => [path, toPageFile(path)])),
        privateFolders,
        maintenanceFolders,
      });
      this.emitFile({ type: 'asset', fileName: 'routes.json', source });
    },
  };
}

/** Disables warnings about slow plugins, which depend on the machine. */
const noTimingWarnings = { checks: { pluginTimings: false } };

const siteEntry = join(siteFolder, 'main.tsx');

/** Modules of private pages. */
const PRIVATE_PAGE_MODULES = new RegExp(
  `/site/(?:${privateSourceFolders.join('|')})/(?:\\w+/)*\\w+Page\\.tsx$`,
);

/** The loader keeps its name. Chunks of the widget are in folders named by their hash, those of the site in assets/. */
function nameChunk({ name, moduleIds, facadeModuleId }: Rolldown.PreRenderedChunk): string {
  if (name === 'exchange-widget') return 'widget/[name].js';
  // Helpers for CommonJS packages, React among them.
  if (name === 'rolldown-runtime') return 'widget/[hash]/cjs.js';
  // An entry whose module is in another chunk has no modules of its own.
  const ids = facadeModuleId ? [facadeModuleId, ...moduleIds] : moduleIds;
  return ids.some(isWidgetModule) ? 'widget/[hash]/[name].js' : 'assets/[name]-[hash].js';
}

/**
 * Builds the site and the partners' widget as one module graph into `dist/site`, laid out as it is served. Modules that
 * both import are built once, below widget/. The widget imports nothing from assets/.
 */
export const siteConfig: UserConfig = {
  root: siteFolder,
  plugins: [
    markdownPlugin(repositoryFolder),
    ...widgetBuildConfig.plugins,
    collectChunkModules(siteEntry, PRIVATE_PAGE_MODULES),
    injectChunkList(),
    emitBuildGraph(repositoryFolder),
    emitPrivateRoutes(),
  ],
  define: widgetBuildConfig.define,
  build: {
    ...buildTarget,
    outDir: join(siteFolder, '../dist/site'),
    emptyOutDir: true,
    manifest: true,
    // The Content-Security-Policy allows no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: {
      // The polyfill would be one more request.
      polyfill: false,
      // Preloads use the site's paths, which do not exist on a partner's page.
      resolveDependencies: (_, files, { hostId }) => (hostId.startsWith('widget/') ? [] : files),
    },
    rolldownOptions: {
      ...noTimingWarnings,
      input: { index: join(siteFolder, 'index.html'), ...widgetEntries },
      preserveEntrySignatures: 'allow-extension',
      output: {
        // Comments are hints for bundlers, and the output is not bundled again.
        comments: false,
        entryFileNames: nameChunk,
        chunkFileNames: nameChunk,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            ...widgetChunkGroups,
            // Packages that every page loads first. One chunk needs fewer requests and compresses better.
            {
              name: 'packages',
              priority: 1,
              tags: ['$initial'],
              test: id => !isWidgetModule(id) && id.includes('/node_modules/'),
            },
            // The site's own modules that every page loads first. The entry is a separate chunk.
            {
              name: 'site',
              priority: 1,
              tags: ['$initial'],
              test: id => !isWidgetModule(id) && id !== siteEntry && /\.(?:tsx?|css)$/.test(id),
            },
            // Modules that the home page and a page with live data share, in one file.
            {
              name: 'live',
              test: /\/site\/live\/(?:useServerQuery|formatReserve)\.ts$|\/core\/(?:serverQuery|loadFailure)\.ts$/,
            },
            // Of pages with a widget.
            { name: 'widgetPage', test: /\/(?:useShadowLinks|useAccountConnection)\.ts$/ },
            // One file each: every further file of a lazy page is named in the first JavaScript of all pages.
            {
              name: 'forms',
              test: /\/site\/elements\/form\/(?!estimateStrength)|\/site\/auth\/validateFields\.ts$|\/core\/contract\/passwordRules\.ts$/,
            },
            {
              name: 'auth',
              test: /\/site\/auth\/(?!activation\/ActivationProof|tokenFragment)|\/core\/(?:api\/openRestore|contract\/account\/(?:activationProof|recentAccess))\.ts$/,
            },
            {
              name: 'repeat',
              test: /\/site\/account\/applications\/repeat\/|\/core\/account\/claims\/repeat\/|\/createFixedPairModel\.ts$/,
            },
            {
              name: 'applications',
              test: /\/site\/account\/applications\/(?!repeat\/|claimTable|useRepeatDialog)|\/core\/account\/claims\/(?!repeat\/|createClaimAttachment)/,
            },
            { name: 'localClaims', test: /\/site\/account\/localClaims\/|\/createClaimAttachment\.ts$/ },
            // Forms for guests and the session need it without the rest of the account.
            { name: 'user', test: /\/core\/(?:api|contract)\/user\.ts$/ },
            {
              name: 'accountApi',
              test: /\/core\/(?:api|contract)\/account\/(?:account(?:Claims?|Overview|Changes)|savedRequisites?)\.ts$|\/(?:similarAddress|formatFullDate|exchangeDay)\.ts$/,
            },
            // Modules that the lists of the account share.
            {
              name: 'accountList',
              test: /\/site\/account\/list\/(?!table\/ListTable\.|PairNames\.|DownloadButton\.)|\/core\/account\/(?:createListQuery|listQuery)\.ts$|\/core\/exchange\/cutDecimals\.ts$/,
            },
            // The dashboard uses it, too, without pages.
            { name: 'claimTable', test: /\/site\/account\/applications\/(?:claimTable|useRepeatDialog)/ },
            // Only of lists that have pages.
            {
              name: 'pagedList',
              priority: 1,
              test: /\/site\/account\/list\/(?:FilteredList|PagedList|ListPages|FilterForm|SearchField|PeriodFields|period)\.|\/core\/account\/listFilters\.ts$/,
            },
            // The figures of a shop. The chart loads after them, the sections below the link builder after the builder.
            {
              name: 'chart',
              priority: 1,
              test: /\/node_modules\/uplot\/|\/shop\/statistics\/chart\//,
            },
            {
              name: 'shopStatistics',
              test: /\/site\/account\/shop\/statistics\/(?![Pp]eriodTable)|\/core\/account\/shop\/(?:createShopStatistics|statistics\w+)\.ts$/,
            },
            {
              name: 'shopWidget',
              priority: 1,
              test: /\/shop\/links\/(?:[Ww]idget|ShopForm|[Ss]avedLinks)|\/core\/account\/shop\/(?:createWidgetDesigner|contrast)\.ts$/,
            },
            {
              name: 'shopLinks',
              test: /\/site\/account\/shop\/links\/|\/core\/account\/shop\/create(?:ShopLinks|LinkBuilder)\.ts$/,
            },
            {
              name: 'shopApi',
              test: /\/core\/(?:api|contract)\/account\/shop\.ts$|\/(?:formatUsd|signedDecimal|formatWidgetCode)\.ts$/,
            },
            // Of the pages that build links.
            {
              name: 'fields',
              test: /\/site\/elements\/(?:CopyField|pairFields)\.tsx$/,
            },
            {
              name: 'dashboard',
              test: /\/site\/account\/(?:DashboardPage|dashboard\/(?!SavedRequisites))/,
            },
            // The proof of identity that several pages of the account require before a change.
            { name: 'confirmation', test: /\/site\/account\/confirmation\// },
            // Two pages with the same screen.
            { name: 'verification', test: /\/site\/(?:verification\/|account\/requisites\/CardPage)/ },
            // For the form of the home page.
            { name: 'accountForm', test: /\/site\/account\/exchangeForm\// },
            {
              name: 'requisites',
              test: /\/site\/account\/requisites\/(?!CardPage|AddRequisiteForm|SelectField)|\/createSavedRequisites\.ts$/,
            },
            // Modules of all account pages: the layout, and the modules that it shares with the pages for guests.
            {
              name: 'account',
              priority: 1,
              test: /\/site\/account\/(?:Account|account(?!Pages)|LoadingSkeleton|LocalClaims|LogOutButton|saveFile|useAccount|list\/RefreshFailure)|\/site\/(?:auth\/nextPath|elements\/form\/formFailure)\.ts$/,
            },
            {
              name: 'settings',
              test: /\/site\/account\/(?:SettingsPage|DeletionPage|JournalPage|settings\/|journal\/describe|promocodes\/)/,
            },
            {
              name: 'secondFactor',
              test: /\/site\/account\/secondFactor\/(?!SecondFactor\.tsx)|\/core\/(?:api|contract)\/account\/secondFactor\.ts$/,
            },
            {
              name: 'passkeyList',
              test: /\/site\/account\/passkeys\/(?!PasskeySection)|\/createPasskeyList\.ts$/,
            },
            // The prompts of the browser, and the sign-up with them.
            {
              name: 'passkeys',
              test: /\/site\/(?:passkeys\/(?!usePasskeySupport)|claim\/accountOffer\/AccountOfferForm)|\/core\/(?:account\/passkeys\/|api\/passkeys|contract\/account\/passkeys)|\/@simplewebauthn\/browser\//,
            },
            // The keys and the webhooks of a shop, and their forms, which load when one is opened.
            {
              name: 'shopForms',
              test: /\/site\/account\/shop\/api\/(?:KeyForm|WebhookForm|RadioField|ConfirmedAction|DeliveryList|OneTimeSecret)/,
            },
            {
              name: 'shopUsage',
              test: /\/site\/account\/shop\/(?:usage|snippets)\/|\/core\/(?:api\/account\/testClaims|contract\/shop)\.ts$/,
            },
            {
              name: 'shopAccess',
              test: /\/site\/account\/shop\/(?:api\/(?!KeyForm|WebhookForm|RadioField|ConfirmedAction|Delivery|OneTimeSecret)|shopAccess)|\/core\/(?:api\/account\/shopAccess|contract\/account\/shop\w+)\.ts$/,
            },
            // The forms of the account.
            {
              name: 'safety',
              test: /\/site\/account\/(?!accountPages|activation\/|applications\/|dashboard\/|localClaims\/|requisites\/|referral\/|shop\/|list\/|proofDialog\/)|\/core\/api\/account\/sessions\.ts$/,
            },
            // Loads when it comes near the viewport.
            {
              name: 'course',
              test: /\/site\/home\/course\/(?!watchCourseSection|AlertForm)|\/core\/\w+\/course\/courseHistory\.ts$/,
            },
            // Not the fallback, which pages of our own server do not need.
            {
              name: 'home',
              test: /\/site\/home\/(?!HomePage|loadMarketSeparately|course\/)|\/core\/\w+\/market\.ts$/,
            },
          ],
        },
      },
    },
  },
};

/** Builds the renderer of the public pages, runs it over the built site and removes it. */
export const sitePrerenderConfig: UserConfig = {
  root: siteFolder,
  publicDir: false,
  plugins: [markdownPlugin(repositoryFolder), react(), writePages(join(siteFolder, '../dist/site'))],
  define: { 'process.env.NODE_ENV': '"production"' },
  // The server renderer and the components must share one React.
  ssr: { noExternal: true },
  build: {
    ssr: 'prerender/render.tsx',
    outDir: join(siteFolder, '../dist/.prerender'),
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: noTimingWarnings,
  },
};
