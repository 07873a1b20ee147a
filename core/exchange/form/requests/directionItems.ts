import type { CurrencyItem, Direction } from '../../../contract/calculator.ts';

function createPlaceholderItem(id: number, name: string): CurrencyItem {
  const open = { send: null, receive: null };
  const placeholderFields = { aliases: [], cities: [], network: null, group: '', icon: '', closed: open };
  return { id, code: String(id), ticker: name, name, kind: 'crypto', decimals: 8, ...placeholderFields };
}

/** All payment systems in display order. Without `items` (another backend) their ids serve as codes. */
export function listItems(directions: readonly Direction[]): CurrencyItem[] {
  return directions.flatMap(
    ({ ids, name, items }) => items ?? ids.map(id => createPlaceholderItem(id, name)),
  );
}

/** The payment systems that are visible on a side, in display order. */
export function listVisibleItems(directions: readonly Direction[], side: 'send' | 'receive'): CurrencyItem[] {
  return listItems(directions.filter(direction => direction[side].visible));
}
