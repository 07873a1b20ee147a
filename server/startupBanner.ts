import type { Config } from './config.ts';

/** Where things are, for whoever started the server: a name → what to open or paste. */
export function listPublicUrls({ publicOrigin }: Pick<Config, 'publicOrigin'>): Record<string, string> {
  return {
    site: `${publicOrigin}/`,
    widget: `<script src="${publicOrigin}/widget/exchange-widget.js" async></script>`,
    examples: `${publicOrigin}/examples/`,
    api: `${publicOrigin}/api/openapi.json`,
  };
}

/** The same as a block to read in a terminal, with what the server keeps its data in. */
export function formatStartupBanner(config: Config): string {
  const databaseLabel = config.databaseUrl === null ? `SQLite in ${config.dataDir}/` : 'PostgreSQL';
  const details =
    config.apiOrigin === null
      ? { database: databaseLabel, operator: config.operator }
      : { backend: config.apiOrigin };
  const rows = { ...listPublicUrls(config), ...details };
  const lines = Object.entries(rows).map(([name, value]) => `  ${name.padEnd(10)}${value}`);
  return ['', 'Размен is open:', '', ...lines, '', 'Stop with Ctrl+C.', ''].join('\n');
}
