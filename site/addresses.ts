/** Every address that has a page, as the router's patterns; anything else is answered 404. */
export const addresses = {
  home: '/',
  rules: '/rules',
  aml: '/aml',
  contacts: '/contacts',
  unfinished: '/claim',
  claim: '/claim/:uuid',
  success: '/claim/success',
  fail: '/claim/fail',
  verification: '/verification/:uuid',
  handoff: '/verify/:uuid',
} as const;
