import { matchPath } from 'react-router';

/** React Router patterns of the public pages that show live data beside their text. */
export const liveRoutePaths = {
  apiReference: '/docs/api',
  contest: '/contest',
  discounts: '/discounts',
  monitoring: '/monitoring',
  reserves: '/reserves',
  shops: '/shops',
  users: '/users',
} as const;

/** Patterns of the pages that are the same for every visitor: prerendered at build time. */
export const publicRoutePaths = {
  home: '/',
  news: '/news',
  newsItem: '/news/:slug',
  rules: '/rules',
  aml: '/aml',
  contacts: '/contacts',
  ...liveRoutePaths,
  faq: '/faq',
  promocode: '/promocode',
} as const;

/** Paths of the public pages whose application starts at once. The others are text, complete without it. */
export const immediateRoutePaths: readonly string[] = [
  publicRoutePaths.home,
  ...Object.values(liveRoutePaths),
];

/** Patterns of the pages for guests: logged-in visitors are redirected to their account. */
export const guestRoutePaths = {
  login: '/login',
  register: '/register',
  forget: '/forget',
  recover: '/recover',
} as const;

/** Patterns of the account: guests are redirected to the login. */
export const accountRoutePaths = {
  account: '/account',
  dashboard: '/account/dashboard',
  applications: '/account/applications',
  cards: '/account/cards',
  card: '/account/cards/:uuid',
  wallets: '/account/wallets',
  promocodes: '/account/promocodes',
  safety: '/account/safety',
  journal: '/account/safety/journal',
  settings: '/account/settings',
  deletion: '/account/settings/delete',
  referral: '/account/referral',
  shop: '/account/shop',
  shopStatistics: '/account/shop/statistics',
  shopHistory: '/account/shop/history',
  shopLinks: '/account/shop/link-generation',
  shopApi: '/account/shop/api',
  shopUsage: '/account/shop/usage',
  shopWithdrawal: '/account/shop/withdrawal',
} as const;

/** Patterns of the operator's desk, for accounts with a role: guests are redirected to the login. */
export const operatorRoutePaths = {
  operatorToday: '/operator',
  operatorClaims: '/operator/claims',
  operatorClaim: '/operator/claims/:uuid',
  operatorVerifications: '/operator/verifications',
  operatorStatement: '/operator/statement',
  operatorWithdrawals: '/operator/withdrawals',
  operatorEmails: '/operator/emails',
  operatorAudit: '/operator/audit',
  operatorStaff: '/operator/staff',
  operatorTurnover: '/operator/turnover',
  operatorReserves: '/operator/reserves',
  operatorReserve: '/operator/reserves/:code',
  operatorRates: '/operator/rates',
  operatorSettings: '/operator/settings',
  operatorDiscounts: '/operator/discounts',
  operatorPartners: '/operator/partners',
  operatorRequisites: '/operator/requisites',
  operatorCurrencies: '/operator/currencies',
} as const;
export type OperatorPageName = keyof typeof operatorRoutePaths;

/**
 * Patterns of the pages about one visitor, and the only list of them. Only their header and heading are prerendered
 * (`prerender/privatePages.tsx`). The server adds `noindex` and `no-referrer`, and session replays mask the text.
 */
export const privateRoutePaths = {
  unfinishedClaim: '/claim',
  claim: '/claim/:uuid',
  success: '/claim/success',
  fail: '/claim/fail',
  verification: '/verification/:uuid',
  handoff: '/verify/:uuid',
  unsubscribe: '/unsubscribe',
  alert: '/alert',
  ...guestRoutePaths,
  ...accountRoutePaths,
  ...operatorRoutePaths,
} as const;

/** Patterns of all pages; every other path returns 404. */
export const routePaths = { ...publicRoutePaths, ...privateRoutePaths } as const;

/**
 * First segments of the private patterns. Everything below them is private, unknown paths too: a mistyped claim path
 * still contains a claim id.
 */
export const privateFolders: readonly string[] = [
  ...new Set(Object.values(privateRoutePaths).map(getFirstSegment)),
];

/** Folders of `site/` with the components of private pages: first segments of paths, and one for all pages of guests. */
export const privateSourceFolders: readonly string[] = [...privateFolders, 'auth'];

/** First segments of the pages that work during maintenance: open claims, the support that they link to, and the desk. */
export const maintenanceFolders: readonly string[] = [
  privateRoutePaths.claim,
  publicRoutePaths.contacts,
  privateRoutePaths.operatorToday,
].map(getFirstSegment);

/** Patterns of the pages that show the widget's screens about a card. */
export const cardScreenPaths: readonly string[] = [
  privateRoutePaths.verification,
  privateRoutePaths.handoff,
  privateRoutePaths.card,
];

/** Whether a page works during maintenance. */
export function isOpenDuringMaintenance(pathname: string): boolean {
  return maintenanceFolders.includes(getFirstSegment(pathname));
}

/** Whether a page is about one visitor, so that search engines, other sites and session replays must not see it. */
export function isPrivatePath(pathname: string): boolean {
  return privateFolders.includes(getFirstSegment(pathname));
}

/** Whether a path belongs to a page of this site, so that a link to it needs no page load. */
export function isSitePath(pathname: string): boolean {
  return Object.values(routePaths).some(pattern => matchPath(pattern, pathname));
}

function getFirstSegment(path: string): string {
  return path.split('/')[1] ?? '';
}
