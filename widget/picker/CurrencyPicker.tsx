import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { SideName } from '#core/exchange/course.ts';
import type { PickerOption, ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { Icon, ICON_PATHS } from '../icons/Icon.tsx';
import { groupCurrencies } from './currencyList.ts';
import { CurrencyOption } from './CurrencyOption.tsx';
import { readRecentCurrencies, addRecentCurrency } from './recentCurrencies.ts';
import { PickerStyles } from './PickerStyles.tsx';
import { GroupTabs } from './GroupTabs.tsx';

const TITLES = { from: 'Что отдаёте?', to: 'Что получаете?' } as const;
const LIST_LABELS = { from: 'Валюта, которую вы отдаёте', to: 'Валюта, которую вы получаете' } as const;
const SEARCH_ICON_PATH = 'M10 16a6 6 0 1 0 0-12 6 6 0 0 0 0 12Zm4.5-1.5L19 19';

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

/** The currency picker, shown in place of the form. The focus stays in the search field; arrow keys move in the list. */
export function CurrencyPicker({
  exchange,
  side,
  onClose,
  root,
}: {
  exchange: ExchangeModel;
  side: SideName;
  onClose: () => void;
  root: ShadowRoot;
}) {
  useSignals();
  const [query, setQuery] = useState('');
  const [activeGroup, setActiveGroup] = useState<string | null>(null);
  const [recentCodes] = useState(readRecentCurrencies);
  const current = exchange[side].value;
  const inputRef = useRef<HTMLInputElement>(null);
  const options = exchange.pickerOptions.value[side];
  const filters = exchange.settings.value?.filters ?? NO_FILTERS;
  const visibleGroups = useMemo(
    () => groupCurrencies(options, filters, { query, activeGroup, recentCodes }),
    [options, filters, query, activeGroup, recentCodes],
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

  useEffect(() => inputRef.current?.focus({ preventScroll: true }), []);

  const onCloseRef = useRef(onClose);
  useEffect(() => {
    onCloseRef.current = onClose;
  }, [onClose]);
  // A stable function: an arrow key then re-renders two options instead of all.
  const selectOption = useCallback(
    ({ item, closedReason: closed }: PickerOption) => {
      if (closed) return setActiveId(item.id);
      addRecentCurrency(item.code);
      void exchange.selectCurrency(side, item.id);
      onCloseRef.current();
    },
    [exchange, side, setActiveId, onCloseRef],
  );
  const onSearchKeyDown = (event: KeyboardEvent) => {
    const move = KEY_MOVES[event.key] ?? (query === '' ? EDGE_KEY_MOVES[event.key] : undefined);
    if (move && flatOptions.length > 0) {
      event.preventDefault();
      const from = flatOptions.findIndex(choice => choice === activeOption);
      setActiveId(flatOptions[move(from, flatOptions.length - 1)]?.item.id ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (activeOption) selectOption(activeOption);
    }
  };
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // A dialog of the host page around the widget stays open.
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };

  return (
    <section className="panel" part="panel" role="dialog" aria-label={LIST_LABELS[side]} onKeyDown={onEscape}>
      <PickerStyles root={root} />
      <div className="header">
        <button type="button" className="icon-button" aria-label="Назад" onClick={onClose}>
          <Icon d={ICON_PATHS.left} />
        </button>
        <h2 className="title">{TITLES[side]}</h2>
      </div>
      <SearchField
        inputRef={inputRef}
        query={query}
        activeOption={activeOption}
        onChange={text => {
          setQuery(text);
          setActiveId(null);
        }}
        onKeyDown={onSearchKeyDown}
      />
      <GroupTabs
        groups={[...new Set(options.map(({ item }) => item.group))]}
        activeGroup={activeGroup}
        onChange={setActiveGroup}
      />
      <div className="list" id="currencies" role="listbox" aria-label="Валюты">
        {visibleGroups.map(group => (
          <OptionGroup
            key={group.name}
            name={group.name}
            options={group.options.filter(option => renderedOptions.has(option))}
            activeOption={activeOption}
            selectedId={current?.id}
            onPick={selectOption}
          />
        ))}
      </div>
      {flatOptions.length === 0 && (
        <p className="empty secondary-text" role="status">
          Ничего не нашлось. Проверьте название или код.
        </p>
      )}
    </section>
  );
}

/** The search field. It keeps the focus and controls the list below. */
function SearchField({
  inputRef,
  query,
  activeOption,
  onChange,
  onKeyDown,
}: {
  inputRef: RefObject<HTMLInputElement | null>;
  query: string;
  activeOption: PickerOption | undefined;
  onChange: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  return (
    <label className="search">
      <Icon d={SEARCH_ICON_PATH} />
      <span className="visually-hidden">Найти валюту</span>
      <input
        ref={inputRef}
        type="search"
        role="combobox"
        placeholder="Название или код: USDT, Сбер"
        autoComplete="off"
        spellCheck={false}
        aria-expanded="true"
        aria-controls="currencies"
        aria-autocomplete="list"
        aria-activedescendant={activeOption ? `option-${activeOption.item.id}` : undefined}
        value={query}
        onChange={event => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </label>
  );
}

/** The currencies of one group. */
function OptionGroup({
  name,
  options,
  activeOption,
  selectedId,
  onPick,
}: {
  name: string;
  options: readonly PickerOption[];
  activeOption: PickerOption | undefined;
  selectedId: number | undefined;
  onPick: (option: PickerOption) => void;
}) {
  return (
    <div role="group" aria-label={name}>
      <p className="group" role="presentation">
        {name}
      </p>
      {options.map(option => (
        <CurrencyOption
          key={option.item.id}
          option={option}
          isActive={option === activeOption}
          isSelected={option.item.id === selectedId}
          onPick={onPick}
        />
      ))}
    </div>
  );
}
