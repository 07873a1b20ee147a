import type { CurrencyItem } from '#core/contract/calculator.ts';
import type { PickerOption } from '#core/exchange/form/exchangeModel.ts';
import { localizeDecimal, trimTrailingZeros } from '#core/exchange/amount.ts';
import { formatMessage } from '#core/messages.ts';
import { appendUnit } from '../format.ts';
import { createCurrencyMatcher } from './currencyMatcher.ts';

/** A group of the list with its heading. */
export interface CurrencyGroup {
  name: string;
  options: readonly PickerOption[];
}

/** Short group names for the tabs. */
const SHORT_GROUP_NAMES: Readonly<Record<string, string>> = {
  Криптовалюты: 'Крипта',
  'Платёжные системы': 'Системы',
};

/** The label of a group's tab. */
export function getGroupTabLabel(group: string): string {
  return SHORT_GROUP_NAMES[group] ?? group;
}

/** Groups of matching currencies: recent ones first, then in the order of `filters`. `activeGroup` null: all groups. */
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

/** Short reasons why a currency is closed. */
const SHORT_CLOSED_REASONS: Readonly<Record<string, string>> = {
  reserve_empty: 'нет резерва',
  rate_stale: 'нет курса',
  rate_jump: 'ждём курс',
};

/** Text on the right of an option: the minimum, or why the currency is closed. */
export function getOptionNote({ item, closedReason: closed }: PickerOption): string {
  if (closed) return SHORT_CLOSED_REASONS[closed.code] ?? 'недоступно';
  if (item.min === undefined) return '';
  const text = localizeDecimal(trimTrailingZeros(item.min));
  return `от\u00a0${item.kind === 'crypto' ? text : appendUnit(text, item.ticker)}`;
}

/** The second line of an option: ticker and network. */
export function getOptionSubtitle(item: CurrencyItem): string {
  return [item.ticker, item.network].filter(Boolean).join(' · ');
}

/** Why a currency is closed, as a sentence; undefined if it is open. */
export function getClosedReason({ closedReason: closed }: PickerOption): string | undefined {
  return closed ? closed.detail || formatMessage(closed.code) : undefined;
}
