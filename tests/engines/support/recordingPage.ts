import { createHash } from 'node:crypto';

/** Records the widget's events and the page's errors. */
const RECORDING_SCRIPT = `
  window.recordedEvents = [];
  window.recordedErrors = [];
  for (const name of ['ready', 'change', 'claim', 'error'])
    addEventListener('exchange-' + name, ({ detail }) => recordedEvents.push({ name, ...detail }));
  // Browsers request an icon for every page; this page has none.
  addEventListener('securitypolicyviolation', event =>
    event.blockedURI.endsWith('/favicon.ico') || recordedErrors.push(event.violatedDirective + ' ' + event.blockedURI));
  addEventListener('error', event => recordedErrors.push(event.message));
  addEventListener('unhandledrejection', event => recordedErrors.push(String(event.reason)));
`;

/** Renders a shop's page with a strict Content-Security-Policy, `body` and the recording script. */
export function renderStrictPage(exchange: string, body: string): string {
  const hash = createHash('sha256').update(RECORDING_SCRIPT).digest('base64');
  return `<!doctype html>
<html lang="ru">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; script-src ${exchange} 'sha256-${hash}'; connect-src ${exchange}; base-uri 'none'">
    <title>Магазин</title>
    <script>${RECORDING_SCRIPT}</script>
    <script src="${exchange}/widget/exchange-widget.js" async crossorigin></script>
  </head>
  <body>
    <h1>Магазин</h1>
    ${body}
  </body>
</html>`;
}
