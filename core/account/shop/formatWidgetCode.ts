import { PAIR_PARAMETERS } from '../../exchange/pair.ts';

/** The parts of a widget's embed code. */
export interface WidgetCode {
  /** Origin of the exchange. */
  origin: string;
  /** Attributes of the element; undefined and empty ones are left out. */
  attributes: Readonly<Record<string, string | undefined>>;
  /** Custom properties by name. */
  properties: Readonly<Record<string, string>>;
  /** Largest width, CSS pixels. */
  width: number;
  /** URL of the link that is shown without the script. */
  url: string;
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The code to put into a page: style, script and element. */
export function formatWidgetCode({ origin, attributes, properties, width, url }: WidgetCode): string {
  const given = Object.entries(attributes).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const pair = given.filter(([name]) => PAIR_PARAMETERS.some(parameter => parameter === name));
  const attributeText = given.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('');
  return [
    '<style>',
    '  exchange-widget {',
    '    display: block;',
    `    max-width: ${width}px;`,
    ...Object.entries(properties).map(([name, value]) => `    ${name}: ${value};`),
    '  }',
    '</style>',
    // With the pair in its address the script brings the form.
    `<script src="${escapeHtml(`${origin}/widget/exchange-widget.js?${new URLSearchParams(pair)}`)}" async crossorigin></script>`,
    `<exchange-widget${attributeText}>`,
    `  <a href="${escapeHtml(url)}">Обменять валюту</a>`,
    '</exchange-widget>',
  ].join('\n');
}
