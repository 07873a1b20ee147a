/**
 * The failures of calls that the specification lacks. A page makes them in the background, so its end may come before
 * they do.
 */
export const MISSING_CALLS =
  /404 .*\/api\/(openapi\.json|v1\/(operator\/me\/|calculator\/(discounts|history|market)\/.*|users\/(pairs\/best|me\/(claims|email|journal|requisites|sessions|shop|statistics)\/.*)))$/;
