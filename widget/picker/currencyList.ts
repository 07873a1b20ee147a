import type { CurrencyItem } from '#core/contract/calculator.ts';
import type { PickerOption } from '#core/exchange/form/exchangeModel.ts';
import { localizeDecimal, trimTrailingZeros } from '#core/exchange/amount.ts';
import { formatMessage } from '#core/messages.ts';
import { appendUnit } from '../format.ts';
import { createCurrencyMatcher } from './currencyMatcher.ts';

/** A headed part of the list. */
export interface CurrencyGroup {
  name: string;
  options: readonly PickerOption[];
}

/** Short names of groups, for tabs. */
const SHORT_GROUP_NAMES: Readonly<Record<string, string>> = {
  Криптовалюты: 'Крипта',
  'Платёжные системы': 'Системы',
};

/** A group's name on its tab. */
export function getGroupTabLabel(group: string): string {
  return SHORT_GROUP_NAMES[group] ?? group;
}

/** What the picker lists: recent ones first, then by group in the order of `filters`; `tab` null is all groups. */
export function groupCurrencies(
  options: readonly PickerOption[],
  filters: readonly string[],
  {
    query,
    activeGroup,
    recentCodes,
  }: { query: string; activeGroup: string | null; recentCodes: readonly string[] },
): CurrencyGroup[] {
  const matchRank = createCurrencyMatcher(query);
  const matches = options
    .filter(({ item }) => matchRank(item) !== null && (activeGroup === null || item.group === activeGroup))
    .toSorted((one, other) => (matchRank(one.item) ?? 0) - (matchRank(other.item) ?? 0));
  const recentOptions =
    query || activeGroup ? [] : recentCodes.flatMap(code => matches.filter(({ item }) => item.code === code));
  const otherOptions = matches.filter(choice => !recentOptions.includes(choice));
  const names = [...new Set([...filters, ...otherOptions.map(({ item }) => item.group)])];
  return [
    { name: 'Недавние', options: recentOptions },
    ...names.map(name => ({ name, options: otherOptions.filter(({ item }) => item.group === name) })),
  ].filter(group => group.options.length > 0);
}

/** Why it cannot be chosen, in two words. */
const SHORT_CLOSED_REASONS: Readonly<Record<string, string>> = {
  reserve_empty: 'нет резерва',
  rate_stale: 'нет курса',
  rate_jump: 'ждём курс',
};

/** What stands on the right: the minimum, or the reason in two words. */
export function getOptionNote({ item, closedReason: closed }: PickerOption): string {
  if (closed) return SHORT_CLOSED_REASONS[closed.code] ?? 'недоступно';
  if (item.min === undefined) return '';
  const text = localizeDecimal(trimTrailingZeros(item.min));
  return `от\u00a0${item.kind === 'crypto' ? text : appendUnit(text, item.ticker)}`;
}

/** The second line: ticker and network; why, where it cannot be chosen. */
export function getOptionSubtitle(item: CurrencyItem): string {
  return [item.ticker, item.network].filter(Boolean).join(' · ');
}

/** Why it cannot be chosen, as a sentence; undefined when it can. */
export function getClosedReason({ closedReason: closed }: PickerOption): string | undefined {
  return closed ? closed.detail || formatMessage(closed.code) : undefined;
}
