import type { PickerOption } from '#core/exchange/form/exchangeModel.ts';
import { localizeDecimal, trimTrailingZeros } from '#core/exchange/amount.ts';
import { formatMessage } from '#core/messages.ts';
import { appendUnit } from '#core/exchange/formatMoney.ts';
import type { FoundOption } from './currencySearch.ts';

/** A group of the list with its heading. */
export interface CurrencyGroup {
  name: string;
  options: readonly FoundOption[];
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

/** State of the list: one group or all (null), recent currencies, and whether the options are search results. */
interface ListState {
  activeGroup: string | null;
  recentCodes: readonly string[];
  isSearching: boolean;
}

/**
 * Groups of currencies. Search results: the group of the best match first. Otherwise recent currencies first, which are
 * not repeated in their groups, then the groups in the order of `filters`.
 */
export function groupCurrencies(
  options: readonly FoundOption[],
  filters: readonly string[],
  { activeGroup, recentCodes, isSearching }: ListState,
): CurrencyGroup[] {
  const shownOptions = options.filter(({ item }) => activeGroup === null || item.group === activeGroup);
  const recentOptions =
    isSearching || activeGroup !== null ? [] : findRecentOptions(shownOptions, recentCodes);
  const otherOptions = shownOptions.filter(option => !recentOptions.includes(option));
  const foundNames = otherOptions.map(({ item }) => item.group);
  const names = new Set(isSearching ? foundNames : [...filters, ...foundNames]);
  return [
    { name: 'Недавние', options: recentOptions },
    ...[...names].map(name => ({ name, options: otherOptions.filter(({ item }) => item.group === name) })),
  ].filter(group => group.options.length > 0);
}

/** Maximum number of recent currencies in the list. */
const MAX_RECENT_OPTIONS = 4;

/** The options of recent codes, the first of which is selected. Empty if there is nothing else to choose. */
function findRecentOptions(
  options: readonly FoundOption[],
  recentCodes: readonly string[],
): readonly FoundOption[] {
  const recentOptions = recentCodes.flatMap(code => options.filter(({ item }) => item.code === code));
  return recentOptions.length > 1 ? recentOptions.slice(0, MAX_RECENT_OPTIONS) : [];
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
  return `от ${item.kind === 'crypto' ? text : appendUnit(text, item.ticker)}`;
}

/** The second line of an option: ticker, network, and the city that the search names. */
export function getOptionSubtitle({ item, city }: FoundOption): string {
  return [item.ticker, item.network, city?.name].filter(Boolean).join(' · ');
}

/** Why a currency is closed, as a sentence; undefined if it is open. */
export function getClosedReason({ closedReason: closed }: PickerOption): string | undefined {
  return closed ? closed.detail || formatMessage(closed.code) : undefined;
}
