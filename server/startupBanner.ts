import type { Config } from './config.ts';

/** URLs to open or paste after the start, by name. */
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
  return ['', 'Размен is running:', '', ...lines, '', 'Stop with Ctrl+C.', ''].join('\n');
}
