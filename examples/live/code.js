/**
 * The code that a shop copies. `options` is what it chose: `origin` of the exchange, `attributes` and `properties` by their
 * names (what stays as it is by default is left out), `width` in pixels, `name` of the exchange for the link.
 */
export const SNIPPETS = {
  script: createScriptSnippet,
  react: createReactSnippet,
  single: createSingleSnippet,
};

function createScriptSnippet(options) {
  return [
    ...createStyleLines(options),
    `<script src="${options.origin}/widget/exchange-widget.js" async></script>`,
    ...createElementLines(options),
  ].join('\n');
}

/** One classic script that the browser holds to its digest; `made.build` is what /widget/integrity.json says. */
function createSingleSnippet(options) {
  const { single, integrity } = options.build;
  return [
    ...createStyleLines(options),
    '<script',
    `  src="${options.origin}${single}"`,
    `  integrity="${integrity}"`,
    '  crossorigin="anonymous"',
    '  async',
    '></script>',
    ...createElementLines(options),
  ].join('\n');
}

function createReactSnippet({ origin, attributes, properties, width, name }) {
  const attributeLines = Object.entries({ api: origin, ...attributes }).map(
    ([key, value]) => `      ${key}="${escapeHtml(value)}"`,
  );
  const styleEntries = Object.entries(properties).map(([key, value]) => `'${key}': ${quoteString(value)}`);
  return [
    "import { ExchangeWidget } from '@razmen/exchange-widget/react';",
    '',
    'export function Exchange() {',
    '  return (',
    '    <ExchangeWidget',
    ...attributeLines,
    `      style={{ ${[`maxWidth: ${width}`, ...styleEntries].join(', ')} }}`,
    '    >',
    `      <a href="${escapeHtml(createFallbackUrl(origin, attributes))}">${escapeHtml(name)}</a>`,
    '    </ExchangeWidget>',
    '  );',
    '}',
  ].join('\n');
}

function createStyleLines({ properties, width }) {
  const rules = Object.entries(properties).map(([name, value]) => `    ${name}: ${value};`);
  return ['<style>', '  exchange-widget {', `    max-width: ${width}px;`, ...rules, '  }', '</style>'];
}

function createElementLines({ origin, attributes, name }) {
  const attributeTexts = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  return [
    `<exchange-widget${attributeTexts.join('')}>`,
    `  <a href="${escapeHtml(createFallbackUrl(origin, attributes))}">${escapeHtml(name)}</a>`,
    '</exchange-widget>',
  ];
}

/** The exchange's own form with the same pair, for where the script does not run. */
function createFallbackUrl(origin, attributes) {
  const parameters = Object.entries(attributes).filter(([name]) => name !== 'theme');
  return `${origin}/?${new URLSearchParams(parameters)}`;
}

function escapeHtml(value) {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function quoteString(value) {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
