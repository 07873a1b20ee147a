/**
 * Code snippets to copy. `options`: `origin` of the exchange, `attributes` and `properties` by name without defaults,
 * `width` in pixels, `name` as the text of the fallback link, `build` from /widget/integrity.json.
 */
export const SNIPPETS = {
  script: createScriptSnippet,
  react: createReactSnippet,
  single: createSingleSnippet,
};

function createScriptSnippet(options) {
  return [
    ...createStyleLines(options),
    `<script src="${escapeHtml(createScriptUrl(options))}" async crossorigin></script>`,
    ...createElementLines(options),
  ].join('\n');
}

/** URL of the script with the pair, whose form it then brings. */
function createScriptUrl({ origin, attributes }) {
  const names = ['cur_from', 'cur_to', 'city', 'amount'].filter(name => attributes[name]);
  return `${origin}/widget/exchange-widget.js?${new URLSearchParams(names.map(name => [name, attributes[name]]))}`;
}

/** A single classic script with subresource integrity. `options.build` is the content of /widget/integrity.json. */
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

/** URL of the exchange's own form with the same pair, the fallback without scripts. */
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
