/** Every address that has a page, as the router's patterns; anything else is answered 404. */
export const routePaths = {
  home: '/',
  news: '/news',
  newsItem: '/news/:slug',
  rules: '/rules',
  aml: '/aml',
  contacts: '/contacts',
  contest: '/contest',
  discounts: '/discounts',
  faq: '/faq',
  monitoring: '/monitoring',
  promocode: '/promocode',
  reserves: '/reserves',
  shops: '/shops',
  users: '/users',
  unfinishedClaim: '/claim',
  claim: '/claim/:uuid',
  success: '/claim/success',
  fail: '/claim/fail',
  verification: '/verification/:uuid',
  handoff: '/verify/:uuid',
} as const;

/** Addresses whose pages are about one visitor's own: drawn in the browser, from the bare shell. */
export const privateRoutePaths: readonly string[] = [
  routePaths.unfinishedClaim,
  routePaths.claim,
  routePaths.success,
  routePaths.fail,
  routePaths.verification,
  routePaths.handoff,
];
