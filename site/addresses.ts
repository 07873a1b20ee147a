/** Every address that has a page, as the router's patterns; anything else is answered 404. */
export const addresses = {
  home: '/',
  news: '/news',
  item: '/news/:slug',
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
  unfinished: '/claim',
  claim: '/claim/:uuid',
  success: '/claim/success',
  fail: '/claim/fail',
  verification: '/verification/:uuid',
  handoff: '/verify/:uuid',
} as const;

/** Addresses whose pages are about one visitor's own: drawn in the browser, from the bare shell. */
export const own: readonly string[] = [
  addresses.unfinished,
  addresses.claim,
  addresses.success,
  addresses.fail,
  addresses.verification,
  addresses.handoff,
];
