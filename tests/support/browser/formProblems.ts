/** Problems of a page that shows a form while its exchange cannot be reached. */
export const NO_CONNECTION_PROBLEMS = [
  /ERR_(FAILED|CONNECTION_REFUSED): .*\/calculator\/settings\//,
  /^Error while fetching the settings.*: (no connection|timed out)/,
  /^Error while setting initial currencies/,
];

/** Problems of a form that loads during maintenance. */
export const CLOSED_FORM_PROBLEMS = [
  /503 .*\/calculator\/settings\/\?cur_from&cur_to$/,
  /503 .*\/calculator\/$/,
  /^Error while fetching the settings.*: 503/,
  /^Error while setting initial currencies.*: 503/,
];

/** A form polls while its server restarts, or does not. */
export const POLL_OF_STOPPED_SERVER =
  /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE): .*\/calculator\/course\//;

/** A page without a network preloads the pages behind its links in the background. Whether it does so by then depends on the time. */
export const OFFLINE_PRELOAD = /ERR_INTERNET_DISCONNECTED: .*\/(assets|widget)\/.*\.(js|css)$/;
