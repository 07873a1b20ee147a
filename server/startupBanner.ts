import type { Config } from '#server/platform/config/config.ts';

/** Lists the URLs to open or paste after the start, by name. */
export function listPublicUrls({ publicOrigin }: Pick<Config, 'publicOrigin'>): Record<string, string> {
  return {
    site: `${publicOrigin}/`,
    widget: `<script src="${publicOrigin}/widget/exchange-widget.js" async crossorigin></script>`,
    examples: `${publicOrigin}/examples/`,
    api: `${publicOrigin}/api/openapi.json`,
  };
}

/** Formats the URLs and the location of the data for a terminal. */
export function formatStartupBanner(config: Config): string {
  const databaseLabel = config.databaseUrl === null ? `SQLite in ${config.dataDir}/` : 'PostgreSQL';
  const details =
    config.apiOrigin === null
      ? { database: databaseLabel, operator: config.operator }
      : { backend: config.apiOrigin };
  const rows = { ...listPublicUrls(config), ...details };
  const lines = Object.entries(rows).map(([name, value]) => `  ${name.padEnd(10)}${value}`);
  const warnings = config.operator === 'demo' ? [DEMO_WARNING, ''] : [];
  return ['', 'Размен is running:', '', ...lines, '', ...warnings, 'Stop with Ctrl+C.', ''].join('\n');
}

const DEMO_WARNING =
  'This is a demo: claims are completed without money, and only this machine can use it. Set OPERATOR=manual for a real exchange.';

/** Lists warnings for the person who starts an exchange, as sentences for the log. Empty for a proxy. */
export function listStartWarnings(
  config: Pick<Config, 'apiOrigin' | 'operator' | 'rates' | 'merchants' | 'mail' | 'dataDir'>,
): string[] {
  const { apiOrigin, operator, rates, merchants, mail, dataDir } = config;
  if (apiOrigin !== null) return [];
  if (operator === 'demo') return [DEMO_WARNING];
  const invented = Object.keys(rates.sources).filter(ticker => rates.sources[ticker] === 'fixed');
  const testCodes = Object.keys(merchants);
  return [
    ...(invented.length > 0 ? [`Prices are invented, see RATE_SOURCES: ${invented.join(', ')}`] : []),
    ...(testCodes.length > 0
      ? [`The test merchant pays claims without money, see MERCHANTS: ${testCodes.join(', ')}`]
      : []),
    ...(mail.smtpUrl === null
      ? [`Nobody gets e-mails: SMTP_URL is not set, so they are written to ${dataDir}/mail`]
      : []),
  ];
}
