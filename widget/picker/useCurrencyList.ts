import { useDeferredValue, useMemo, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { SideName } from '#core/exchange/course.ts';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { groupCurrencies } from './currencyList.ts';
import { createCurrencySearch } from './currencySearch.ts';
import { listRecentCurrencies } from './recentCurrencies.ts';

/** Next index for a key, in a list of `last + 1` options. */
const KEY_MOVES: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  PageDown: (at, last) => Math.min(last, at + 6),
  PageUp: at => Math.max(0, at - 6),
};
const EDGE_KEY_MOVES: typeof KEY_MOVES = { Home: () => 0, End: (_, last) => last };

/** Number of currencies in the first render. The others follow after it is painted. */
const FIRST_RENDER_COUNT = 30;

const NO_FILTERS: readonly string[] = [];

/** The picker's list: query, group, results in their groups, and the option that the keyboard has reached. */
export function useCurrencyList(exchange: ExchangeModel, side: SideName, base: string) {
  useSignals();
  const [query, setQuery] = useState('');
  const [activeGroup, setActiveGroup] = useState<string | null>(null);
  const current = exchange[side].value;
  // The selected currency stays first, so that the list opens at its start.
  const [recentCodes] = useState(() => [
    ...new Set([current?.code ?? '', ...listRecentCurrencies(base, side)]),
  ]);
  const options = exchange.pickerOptions.value[side];
  const filters = exchange.settings.value?.filters ?? NO_FILTERS;
  const search = useMemo(() => createCurrencySearch(options), [options]);
  const foundOptions = useMemo(() => search(query), [search, query]);
  const isSearching = query.trim() !== '';
  const visibleGroups = useMemo(
    () => groupCurrencies(foundOptions, filters, { activeGroup, recentCodes, isSearching }),
    [foundOptions, filters, activeGroup, recentCodes, isSearching],
  );
  const flatOptions = visibleGroups.flatMap(group => group.options);
  const [activeId, setActiveId] = useState<number | null>(current?.id ?? null);
  const activeIndex = flatOptions.findIndex(({ item }) => item.id === activeId);
  const activeOption = flatOptions[activeIndex] ?? flatOptions[0];
  const isComplete = useDeferredValue(true, false);
  // Includes the active option, so it can be scrolled into view.
  const renderedOptions = new Set(
    isComplete
      ? flatOptions
      : flatOptions.slice(0, Math.max(FIRST_RENDER_COUNT, activeIndex + FIRST_RENDER_COUNT)),
  );
  return {
    query,
    activeGroup,
    /** Groups of all currencies, for the tabs. */
    groups: [...new Set(options.map(({ item }) => item.group))],
    visibleGroups: visibleGroups.map(({ name, options }) => ({
      name,
      options: options.filter(option => renderedOptions.has(option)),
    })),
    activeOption,
    isEmpty: flatOptions.length === 0,
    /** Whether the query has results in groups that are not shown. */
    hasHiddenResults: foundOptions.length > flatOptions.length,
    setActiveGroup,
    setActiveId,
    changeQuery(text: string) {
      setQuery(text);
      setActiveId(null);
    },
    /** Moves the active option by a key. Returns false for a key that moves nothing. */
    moveByKey(key: string): boolean {
      const move = KEY_MOVES[key] ?? (query === '' ? EDGE_KEY_MOVES[key] : undefined);
      if (!move || !activeOption) return false;
      const next = move(flatOptions.indexOf(activeOption), flatOptions.length - 1);
      setActiveId(flatOptions[next]?.item.id ?? null);
      return true;
    },
  };
}
