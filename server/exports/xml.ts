import type { Rate } from '#core/contract/rates.ts';

/** The order of an item's elements. */
const ELEMENTS = [
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
] as const satisfies (keyof Rate)[];

/** Rates as monitoring sites read them (schema 1.1), a line an item; `<rates/>` when there are none. */
export function xml(rates: readonly Rate[]): string {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (rates.length === 0) return `${head}<rates/>\n`;
  return `${head}<rates>\n${rates.map(item).join('\n')}\n</rates>\n`;
}

function item(rate: Rate): string {
  const elements = ELEMENTS.map(name => {
    const value = rate[name];
    if (value === undefined) return '';
    return `<${name}>${escape(typeof value === 'string' ? value : value.join(','))}</${name}>`;
  });
  return `<item>${elements.join('')}</item>`;
}

/** A code is an operator's text: it may hold anything. */
function escape(text: string): string {
  return text.replace(/[&<>]/g, character => `&#${character.charCodeAt(0)};`);
}
