import type { ExportedRate } from '#core/contract/rates.ts';

/** Order of the elements in an item. */
const ITEM_ELEMENTS = [
  'from',
  'to',
  'in',
  'out',
  'amount',
  'minamount',
  'maxamount',
  'frommin',
  'frommax',
  'tomin',
  'tomax',
  'city',
  'param',
] as const satisfies (keyof ExportedRate)[];

/** Formats rates for monitoring sites (schema 1.1), one item per line; `<rates/>` if empty. */
export function formatRatesXml(rates: readonly ExportedRate[]): string {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (rates.length === 0) return `${declaration}<rates/>\n`;
  return `${declaration}<rates>\n${rates.map(formatItem).join('\n')}\n</rates>\n`;
}

function formatItem(rate: ExportedRate): string {
  const elements = ITEM_ELEMENTS.map(name => {
    const value = rate[name];
    if (value === undefined) return '';
    return `<${name}>${escapeXml(typeof value === 'string' ? value : value.join(','))}</${name}>`;
  });
  return `<item>${elements.join('')}</item>`;
}

/** An operator's code may contain any character. */
function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, character => `&#${character.charCodeAt(0)};`);
}
