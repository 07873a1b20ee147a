import type { Item } from '#core/contract/calculator.ts';
import type { Choice } from '#core/exchange/model.ts';
import * as amount from '#core/exchange/amount.ts';
import { message } from '#core/messages.ts';
import { withUnit } from '../figures.ts';
import { matching } from './search.ts';

/** A headed part of the list. */
export interface Group {
  name: string;
  choices: readonly Choice[];
}

/** Short names of groups, for tabs. */
const short: Readonly<Record<string, string>> = { Криптовалюты: 'Крипта', 'Платёжные системы': 'Системы' };

/** A group's name on its tab. */
export function tab(group: string): string {
  return short[group] ?? group;
}

/** What the picker lists: recent ones first, then by group in the order of `filters`; `tab` null is all groups. */
export function groups(
  choices: readonly Choice[],
  filters: readonly string[],
  { query, tab, recent }: { query: string; tab: string | null; recent: readonly string[] },
): Group[] {
  const fits = matching(query);
  const found = choices
    .filter(({ item }) => fits(item) !== null && (tab === null || item.group === tab))
    .toSorted((one, other) => (fits(one.item) ?? 0) - (fits(other.item) ?? 0));
  const early = query || tab ? [] : recent.flatMap(code => found.filter(({ item }) => item.code === code));
  const rest = found.filter(choice => !early.includes(choice));
  const names = [...new Set([...filters, ...rest.map(({ item }) => item.group)])];
  return [
    { name: 'Недавние', choices: early },
    ...names.map(name => ({ name, choices: rest.filter(({ item }) => item.group === name) })),
  ].filter(group => group.choices.length > 0);
}

/** Why it cannot be chosen, in two words. */
const reasons: Readonly<Record<string, string>> = {
  reserve_empty: 'нет резерва',
  rate_stale: 'нет курса',
  rate_jump: 'ждём курс',
};

/** What stands on the right: the minimum, or the reason in two words. */
export function remark({ item, closed }: Choice): string {
  if (closed) return reasons[closed.code] ?? 'недоступно';
  if (item.min === undefined) return '';
  const text = amount.show(amount.trim(item.min));
  return `от\u00a0${item.kind === 'crypto' ? text : withUnit(text, item.ticker)}`;
}

/** The second line: ticker and network; why, where it cannot be chosen. */
export function second(item: Item): string {
  return [item.ticker, item.network].filter(Boolean).join(' · ');
}

/** Why it cannot be chosen, as a sentence; undefined when it can. */
export function why({ closed }: Choice): string | undefined {
  return closed ? closed.detail || message(closed.code) : undefined;
}
