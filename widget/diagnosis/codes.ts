import type { Settings } from '#core/contract/calculator.ts';
import { visible } from '#core/exchange/loading.ts';
import { means, nearest } from '#core/exchange/pair.ts';
import type { Finding } from './report.ts';

const sides = { cur_from: 'send', cur_to: 'receive' } as const;

/** Codes of the attributes that no currency has, each with the nearest one; needs a server that tells its codes. */
export function codes(element: HTMLElement, { directions = [] }: Settings, base: string): Finding[] {
  if (!directions.some(({ items }) => items)) return [];
  const found: Finding[] = [];
  for (const name of ['cur_from', 'cur_to'] as const) {
    const wish = element.getAttribute(name)?.trim();
    if (!wish) continue;
    const items = visible(directions, sides[name]);
    const item = items.find(one => means(wish, one));
    const named = `${name}="${wish.slice(0, 40)}"`;
    if (!item) {
      const near = nearest(wish, items)?.code;
      const message = `Валюты ${named} нет. ${near ? `Возможно, нужно ${near}.` : `Похожей тоже нет, все коды на ${base}/monitoring.`}`;
      found.push({ code: 'code_unknown', level: 'error', message });
      continue;
    }
    const closed = item.closed[sides[name]];
    if (closed)
      found.push({
        code: 'code_closed',
        level: 'warning',
        message: `Валюта ${named} сейчас закрыта. ${closed.detail.replace(/\.?$/, '.')}`,
      });
    if (item.code !== wish.toUpperCase())
      found.push({ code: 'code_alias', level: 'info', message: `${named} значит ${item.code}.` });
  }
  return found;
}
