import { createHash } from 'node:crypto';

/** Keeps what the widget tells its page, and what goes wrong on it. */
const RECORDING_SCRIPT = `
  window.heard = [];
  window.broken = [];
  for (const name of ['ready', 'change', 'claim', 'error'])
    addEventListener('exchange-' + name, ({ detail }) => heard.push({ name, ...detail }));
  // A browser asks every page for its icon; a partner's is not our matter.
  addEventListener('securitypolicyviolation', event =>
    event.blockedURI.endsWith('/favicon.ico') || broken.push(event.violatedDirective + ' ' + event.blockedURI));
  addEventListener('error', event => broken.push(event.message));
  addEventListener('unhandledrejection', event => broken.push(String(event.reason)));
`;

/** A shop's page under a strict policy, with widgets as `body` has them. */
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
    <script src="${exchange}/widget/exchange-widget.js" async></script>
  </head>
  <body>
    <h1>Магазин</h1>
    ${body}
  </body>
</html>`;
}
