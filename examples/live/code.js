/**
 * The code that a shop copies. `made` is what it chose: `origin` of the exchange, `attributes` and `properties` by their
 * names (what stays as it is by default is left out), `width` in pixels, `name` of the exchange for the link.
 */
export const variants = { script, react, single };

function script(made) {
  return [
    ...style(made),
    `<script src="${made.origin}/widget/exchange-widget.js" async></script>`,
    ...element(made),
  ].join('\n');
}

/** One classic script that the browser holds to its digest; `made.build` is what /widget/integrity.json says. */
function single(made) {
  const { single, integrity } = made.build;
  return [
    ...style(made),
    '<script',
    `  src="${made.origin}${single}"`,
    `  integrity="${integrity}"`,
    '  crossorigin="anonymous"',
    '  async',
    '></script>',
    ...element(made),
  ].join('\n');
}

function react({ origin, attributes, properties, width, name }) {
  const given = Object.entries({ api: origin, ...attributes }).map(
    ([key, value]) => `      ${key}="${text(value)}"`,
  );
  const look = Object.entries(properties).map(([key, value]) => `'${key}': ${quoted(value)}`);
  return [
    "import { ExchangeWidget } from '@razmen/exchange-widget/react';",
    '',
    'export function Exchange() {',
    '  return (',
    '    <ExchangeWidget',
    ...given,
    `      style={{ ${[`maxWidth: ${width}`, ...look].join(', ')} }}`,
    '    >',
    `      <a href="${text(link(origin, attributes))}">${text(name)}</a>`,
    '    </ExchangeWidget>',
    '  );',
    '}',
  ].join('\n');
}

function style({ properties, width }) {
  const rules = Object.entries(properties).map(([name, value]) => `    ${name}: ${value};`);
  return ['<style>', '  exchange-widget {', `    max-width: ${width}px;`, ...rules, '  }', '</style>'];
}

function element({ origin, attributes, name }) {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${text(value)}"`);
  return [
    `<exchange-widget${given.join('')}>`,
    `  <a href="${text(link(origin, attributes))}">${text(name)}</a>`,
    '</exchange-widget>',
  ];
}

/** The exchange's own form with the same pair, for where the script does not run. */
function link(origin, attributes) {
  const asked = Object.entries(attributes).filter(([name]) => name !== 'theme');
  return `${origin}/?${new URLSearchParams(asked)}`;
}

function text(value) {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function quoted(value) {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
