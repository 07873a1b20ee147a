import type { Config } from './config.ts';

/** Where things are, for whoever started the server: a name → what to open or paste. */
export function addresses({ publicOrigin }: Pick<Config, 'publicOrigin'>): Record<string, string> {
  return {
    site: `${publicOrigin}/`,
    widget: `<script src="${publicOrigin}/widget/exchange-widget.js" async></script>`,
    examples: `${publicOrigin}/examples/`,
    api: `${publicOrigin}/api/openapi.json`,
  };
}

/** The same as a block to read in a terminal, with what the server keeps its data in. */
export function banner(config: Config): string {
  const store = config.databaseUrl === null ? `SQLite in ${config.dataDir}/` : 'PostgreSQL';
  const kept =
    config.apiOrigin === null
      ? { database: store, operator: config.operator }
      : { backend: config.apiOrigin };
  const rows = { ...addresses(config), ...kept };
  const lines = Object.entries(rows).map(([name, value]) => `  ${name.padEnd(10)}${value}`);
  return ['', 'Размен is open:', '', ...lines, '', 'Stop with Ctrl+C.', ''].join('\n');
}
