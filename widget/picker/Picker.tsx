import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { Item } from '#core/contract/calculator.ts';
import type { SideName } from '#core/exchange/course.ts';
import type { Choice, Exchange } from '#core/exchange/model.ts';
import { Icon, paths } from '../Icon.tsx';
import { Cities } from './Cities.tsx';
import { groups } from './list.ts';
import { Option } from './Option.tsx';
import * as recent from './recent.ts';
import { Style } from './Style.tsx';
import { Tabs } from './Tabs.tsx';

const titles = { from: 'Что отдаёте?', to: 'Что получаете?' } as const;
const labels = { from: 'Валюта, которую вы отдаёте', to: 'Валюта, которую вы получаете' } as const;
const search = 'M10 16a6 6 0 1 0 0-12 6 6 0 0 0 0 12Zm4.5-1.5L19 19';

/** How a key moves through a list of `last + 1` options. */
const moves: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  PageDown: (at, last) => Math.min(last, at + 6),
  PageUp: at => Math.max(0, at - 6),
};
const ends: typeof moves = { Home: () => 0, End: (_, last) => last };

/** So many currencies are drawn at once; of hundreds the rest follows when the browser has shown these. */
const FIRST = 30;

const NONE: readonly string[] = [];

/** The picker of a currency, in the form's own frame. The search keeps the focus; arrows move through the list. */
export function Picker({
  exchange,
  side,
  onClose,
  root,
}: {
  exchange: Exchange;
  side: SideName;
  onClose: () => void;
  root: ShadowRoot;
}) {
  useSignals();
  const [query, setQuery] = useState('');
  const [tab, setTab] = useState<string | null>(null);
  const [mine] = useState(recent.read);
  const [city, askCity] = useState<Item | null>(null);
  const now = exchange[side].value;
  const input = useRef<HTMLInputElement>(null);
  const choices = exchange.choices.value[side];
  const filters = exchange.settings.value?.filters ?? NONE;
  const shown = useMemo(
    () => groups(choices, filters, { query, tab, recent: mine }),
    [choices, filters, query, tab, mine],
  );
  const flat = shown.flatMap(group => group.choices);
  const [wanted, setWanted] = useState<number | null>(now?.id ?? null);
  const at = flat.findIndex(({ item }) => item.id === wanted);
  const active = flat[at] ?? flat[0];
  const whole = useDeferredValue(true, false);
  // The one to scroll to is among them in any case.
  const drawn = new Set(whole ? flat : flat.slice(0, Math.max(FIRST, at + FIRST)));

  useEffect(() => input.current?.focus({ preventScroll: true }), []);

  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);
  // The same in every drawing, so that an arrow draws the two options that it concerns and not all of them.
  const pick = useCallback(
    ({ item, closed }: Choice) => {
      if (closed) return setWanted(item.id);
      if (item.cities.length > 1) return askCity(item);
      recent.add(item.code);
      void exchange.choose(side, item.id);
      close.current();
    },
    [exchange, side, setWanted, askCity, close],
  );
  const press = (event: KeyboardEvent) => {
    const move = moves[event.key] ?? (query === '' ? ends[event.key] : undefined);
    if (move && flat.length > 0) {
      event.preventDefault();
      const from = flat.findIndex(choice => choice === active);
      setWanted(flat[move(from, flat.length - 1)]?.item.id ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (active) pick(active);
    }
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // A host's own dialog around the widget stays open.
    event.preventDefault();
    event.stopPropagation();
    if (city) askCity(null);
    else onClose();
  };

  return (
    <section className="x" part="panel" role="dialog" aria-label={labels[side]} onKeyDown={escape}>
      <Style root={root} />
      <div className="head">
        <button
          type="button"
          className="icn"
          aria-label="Назад"
          onClick={() => (city ? askCity(null) : onClose())}
        >
          <Icon d={paths.left} />
        </button>
        <h2 className="ttl">{city ? 'В каком городе?' : titles[side]}</h2>
      </div>
      {city ? (
        <Cities
          item={city}
          onPick={code => {
            recent.add(city.code);
            void exchange.choose(side, city.id, code);
            onClose();
          }}
        />
      ) : (
        <>
          <label className="search">
            <Icon d={search} />
            <span className="vh">Найти валюту</span>
            <input
              ref={input}
              type="search"
              role="combobox"
              placeholder="Название или код: USDT, Сбер"
              autoComplete="off"
              spellCheck={false}
              aria-expanded="true"
              aria-controls="currencies"
              aria-autocomplete="list"
              aria-activedescendant={active ? `option-${active.item.id}` : undefined}
              value={query}
              onChange={event => {
                setQuery(event.target.value);
                setWanted(null);
              }}
              onKeyDown={press}
            />
          </label>
          <Tabs groups={[...new Set(choices.map(({ item }) => item.group))]} tab={tab} onChange={setTab} />
          <div className="list" id="currencies" role="listbox" aria-label="Валюты">
            {shown.map(group => (
              <div role="group" aria-label={group.name} key={group.name}>
                <p className="grp" role="presentation">
                  {group.name}
                </p>
                {group.choices.map(
                  choice =>
                    drawn.has(choice) && (
                      <Option
                        key={choice.item.id}
                        choice={choice}
                        active={choice === active}
                        selected={choice.item.id === now?.id}
                        onPick={pick}
                      />
                    ),
                )}
              </div>
            ))}
          </div>
          {flat.length === 0 && (
            <p className="none t2" role="status">
              Ничего не нашлось. Проверьте название или код.
            </p>
          )}
        </>
      )}
    </section>
  );
}
