import type { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import { listVisibleItems } from '#core/exchange/form/requests/directionItems.ts';
import { matchesCode } from '#core/exchange/currencyCode.ts';
import { findNearestItem } from '#core/exchange/pair.ts';
import type { Finding } from './report.ts';

const ITEM_SIDES = { cur_from: 'send', cur_to: 'receive' } as const;

/** Finds unknown, closed and alias currency codes in the attributes. Skipped if the server sends no codes. */
export function checkCurrencyCodes(
  element: HTMLElement,
  { directions = [] }: CalculatorSettings,
  base: string,
): Finding[] {
  if (!directions.some(({ items }) => items)) return [];
  const found: Finding[] = [];
  for (const name of ['cur_from', 'cur_to'] as const) {
    const requestedCode = element.getAttribute(name)?.trim();
    if (!requestedCode) continue;
    const items = listVisibleItems(directions, ITEM_SIDES[name]);
    const item = items.find(candidate => matchesCode(requestedCode, candidate));
    const attributeText = `${name}="${requestedCode.slice(0, 40)}"`;
    if (!item) {
      const nearestCode = findNearestItem(requestedCode, items)?.code;
      const message = `Валюты ${attributeText} нет. ${nearestCode ? `Возможно, нужно ${nearestCode}.` : `Похожей тоже нет, все коды на ${base}/monitoring.`}`;
      found.push({ code: 'code_unknown', level: 'error', message });
      continue;
    }
    const closedReason = item.closed[ITEM_SIDES[name]];
    if (closedReason)
      found.push({
        code: 'code_closed',
        level: 'warning',
        message: `Валюта ${attributeText} сейчас закрыта. ${closedReason.detail.replace(/\.?$/, '.')}`,
      });
    if (item.code !== requestedCode.toUpperCase())
      found.push({ code: 'code_alias', level: 'info', message: `${attributeText} значит ${item.code}.` });
  }
  return found;
}
