import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { Link } from 'react-router';
import * as calculator from '#core/api/calculator.ts';
import type { Client } from '#core/api/client.ts';
import type { Direction, Item } from '#core/contract/calculator.ts';
import { Icon, paths } from '#widget/Icon.tsx';
import { Copy } from '../live/Copy.tsx';
import { Failed, Scriptless } from '../live/Fresh.tsx';
import type { Live } from '../live/live.ts';
import { origin } from '../origin.ts';
import { link, type Wanted } from './link.ts';
import '../live/form.css';

function Options({ items }: { items: readonly Item[] }) {
  const groups = Map.groupBy(items, one => one.group);
  return [...groups].map(([group, items]) => (
    <optgroup key={group} label={group}>
      {items.map(({ code, name, network }) => (
        <option key={code} value={code}>
          {[name, network].filter(Boolean).join(' ')} ({code})
        </option>
      ))}
    </optgroup>
  ));
}

/** A list to choose from; the browser's own, drawn as our fields are. */
function Select(props: ComponentProps<'select'>) {
  return (
    <span className="select">
      <select {...props} />
      <Icon d={paths.down} />
    </span>
  );
}

function Label({ text, children }: { text: string; children: ReactNode }) {
  return (
    <label>
      {text}
      {children}
    </label>
  );
}

/** People who are sent here ask for money in the hand first. */
const isMoney = ({ kind }: Item) => kind !== 'crypto';

/** What can be received for `from` now; null while it is not known. */
function useOffered(api: Client, from: Item | undefined): ReadonlySet<number> | null {
  const [known, setKnown] = useState<{ id: number; ids: ReadonlySet<number> } | null>(null);
  useEffect(() => {
    if (!from) return;
    let over = false;
    calculator.toIds(api, from.id).then(
      ids => over || setKnown({ id: from.id, ids: new Set(ids) }),
      // Not told: every currency stays on offer, and the form says what it makes of the link.
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [api, from]);
  return known?.id === from?.id ? (known?.ids ?? null) : null;
}

function Fields({ directions, api }: { directions: readonly Direction[]; api: Client }) {
  const [wanted, setWanted] = useState<Wanted>({ from: '', to: '', amount: '', city: '', rid: '' });
  const set = (name: keyof Wanted) => (event: { target: { value: string } }) =>
    setWanted({ ...wanted, [name]: event.target.value.trim() });
  const sent = directions.filter(one => one.send.visible).flatMap(one => one.items ?? []);
  const from = sent.find(one => one.code === wanted.from) ?? sent[0];
  const offered = useOffered(api, from);
  const received = directions
    .filter(one => one.receive.visible)
    .flatMap(one => one.items ?? [])
    .filter(one => one.id !== from?.id && (offered?.has(one.id) ?? true));
  const to = received.find(one => one.code === wanted.to) ?? received.find(isMoney) ?? received[0];
  if (!from || !to) return <p className="failed">Направлений сейчас нет. Загляните позже.</p>;
  const cities = [from, to].find(one => one.cities.length > 0)?.cities ?? [];
  const city = cities.some(one => one.code === wanted.city) ? wanted.city : '';
  const address = link(origin, { ...wanted, from: from.code, to: to.code, city });
  return (
    <>
      <div className="fields" role="group" aria-label="Прямая ссылка">
        <Label text="Отдать">
          <Select value={from.code} onChange={set('from')}>
            <Options items={sent} />
          </Select>
        </Label>
        <Label text="Получить">
          <Select value={to.code} onChange={set('to')}>
            <Options items={received} />
          </Select>
        </Label>
        <Label text="Сумма">
          <input name="amount" inputMode="decimal" autoComplete="off" onChange={set('amount')} />
        </Label>
        <Label text="Номер партнёра">
          <input name="rid" autoComplete="off" spellCheck={false} maxLength={64} onChange={set('rid')} />
        </Label>
        {cities.length > 0 && (
          <Label text="Город">
            <Select value={city} onChange={set('city')}>
              <option value="">Любой</option>
              {cities.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          </Label>
        )}
      </div>
      <Copy name="Прямая ссылка" value={address} />
      <p className="open">
        <Link to={address.slice(origin.length)}>Открыть форму с&nbsp;этой парой</Link>
      </p>
    </>
  );
}

/** Builds the direct link of a pair from the currencies that there are now. */
export function Builder({ live, api }: { live: Live<Direction[]>; api: Client }) {
  useSignals();
  const seen = live.seen.value;
  if (seen.phase === 'failed') return <Failed live={live} />;
  if (seen.phase === 'ready') return <Fields directions={seen.data} api={api} />;
  return (
    <div aria-busy="true">
      <div className="fields">
        {['Отдать', 'Получить', 'Сумма', 'Номер партнёра'].map(text => (
          <Label key={text} text={text}>
            <input disabled />
          </Label>
        ))}
      </div>
      <div className="later" />
      <Scriptless what="Чтобы собрать ссылку" />
    </div>
  );
}
