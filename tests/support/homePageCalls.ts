/**
 * API calls of an idle visitor's home page in the first 61 seconds, by path. A browser test compares them with the page,
 * and a server test checks that the default limits allow them for many visitors behind one address.
 */
export const homePageCalls: readonly { path: string; count: number }[] = [
  // The pages' settings: demo, maintenance, chat.
  { path: '/api/v1/calculator/settings/', count: 1 },
  // Popular pairs and reserves: at once, and after 60 s.
  {
    path: '/api/v1/calculator/market/?pairs=USDTTRC20-SBERRUB,BTC-TCSBRUB,ETH-SBPRUB,SBERRUB-USDTTRC20,TON-ACRUB',
    count: 2,
  },
  // The course over time, which is near the viewport.
  { path: '/api/v1/calculator/history/?from=USDTTRC20&to=SBERRUB&period=24h', count: 1 },
  // The form's course every 15 s. The first one is part of the page.
  { path: '/api/v1/calculator/course/1/19/', count: 4 },
];

/** The largest number of these calls. */
export const MAX_HOME_PAGE_CALLS = 8;
