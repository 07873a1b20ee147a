import {
  useCallback,
  useEffect,
  useInsertionEffect,
  useRef,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { SideName } from '#core/exchange/course.ts';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { Icon, ICON_PATHS } from '../icons/Icon.tsx';
import { CurrencyOption } from './CurrencyOption.tsx';
import type { FoundOption } from './currencySearch.ts';
import { addRecentCurrency } from './recentCurrencies.ts';
import { adoptStyleSheet, createStyleSheet } from '../styles/styleSheet.ts';
import { GroupTabs } from './GroupTabs.tsx';
import styles from './picker.css?inline';
import { useCurrencyList } from './useCurrencyList.ts';

const pickerStyleSheet = createStyleSheet(styles);

const TITLES = { from: 'Что отдаёте?', to: 'Что получаете?' } as const;
const LIST_LABELS = { from: 'Валюта, которую вы отдаёте', to: 'Валюта, которую вы получаете' } as const;
const SEARCH_ICON_PATH = 'M10 16a6 6 0 1 0 0-12 6 6 0 0 0 0 12Zm4.5-1.5L19 19';

/** The currency picker, shown in place of the form. The focus stays in the search field; arrow keys move in the list. */
export function CurrencyPicker({
  exchange,
  base,
  side,
  onClose,
  root,
}: {
  exchange: ExchangeModel;
  base: string;
  side: SideName;
  onClose: () => void;
  root: ShadowRoot;
}) {
  useSignals();
  const list = useCurrencyList(exchange, side, base);
  const { query, activeGroup, activeOption, setActiveId } = list;
  const current = exchange[side].value;
  const inputRef = useRef<HTMLInputElement>(null);

  useInsertionEffect(() => adoptStyleSheet(root, pickerStyleSheet), [root]);
  useEffect(() => inputRef.current?.focus({ preventScroll: true }), []);

  const onCloseRef = useRef(onClose);
  useEffect(() => {
    onCloseRef.current = onClose;
  }, [onClose]);
  // A stable function: an arrow key then re-renders two options instead of all.
  const selectOption = useCallback(
    ({ item, closedReason: closed, city }: FoundOption) => {
      if (closed) return setActiveId(item.id);
      addRecentCurrency(base, side, item.code);
      void exchange.selectCurrency(side, item.id, city?.code);
      onCloseRef.current();
    },
    [exchange, base, side, setActiveId, onCloseRef],
  );
  const onSearchKeyDown = (event: KeyboardEvent) => {
    if (list.moveByKey(event.key)) {
      event.preventDefault();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (activeOption) selectOption(activeOption);
    }
  };
  const resetSearch = () => {
    // A query with results in other groups stays.
    if (!list.hasHiddenResults) list.changeQuery('');
    list.setActiveGroup(null);
    inputRef.current?.focus({ preventScroll: true });
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
        onChange={list.changeQuery}
        onKeyDown={onSearchKeyDown}
      />
      <GroupTabs groups={list.groups} activeGroup={activeGroup} onChange={list.setActiveGroup} />
      <div className="list" id="currencies" role="listbox" aria-label="Валюты">
        {list.visibleGroups.map(group => (
          <OptionGroup
            key={group.name}
            name={group.name}
            options={group.options}
            activeOption={activeOption}
            selectedId={current?.id}
            onPick={selectOption}
          />
        ))}
      </div>
      {list.isEmpty && (
        <EmptyResult emptyGroup={list.hasHiddenResults ? activeGroup : null} onReset={resetSearch} />
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
  activeOption: FoundOption | undefined;
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
  options: readonly FoundOption[];
  activeOption: FoundOption | undefined;
  selectedId: number | undefined;
  onPick: (option: FoundOption) => void;
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

/** The message of a search without results, with a reset button. `emptyGroup`: the group, if others have results. */
function EmptyResult({ emptyGroup, onReset }: { emptyGroup: string | null; onReset: () => void }) {
  return (
    <div className="empty">
      <p className="secondary-text" role="status">
        {emptyGroup === null
          ? 'Ничего не нашлось. Проверьте название или код.'
          : `В группе «${emptyGroup}» ничего не нашлось.`}
      </p>
      <button type="button" onClick={onReset}>
        {emptyGroup === null ? 'Сбросить поиск' : 'Искать во всех группах'}
      </button>
    </div>
  );
}
