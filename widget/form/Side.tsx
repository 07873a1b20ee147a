import { useMemo } from 'react';
import { computed } from '@preact/signals-core';
import { useSignals } from '@preact/signals-react/runtime';
import type { SideName } from '#core/exchange/course.ts';
import type { Exchange } from '#core/exchange/model.ts';
import { Coin } from '../Coin.tsx';
import { network } from '../figures.ts';
import { Icon, paths } from '../Icon.tsx';
import { Hint } from './Hint.tsx';
import { size } from './size.ts';

/** What people call the two sides. */
export const sides = { from: 'Вы отдаёте', to: 'Вы получаете' } as const;

/** One half of the pair: its sum, its currency, what stands beside the sum. */
export function Side({
  exchange,
  side,
  onPick,
}: {
  exchange: Exchange;
  side: SideName;
  onPick: (side: SideName) => void;
}) {
  useSignals();
  // Yes or no, so that a keystroke within the limits draws only the sum.
  const bad = useMemo(
    () => computed(() => ['below_min', 'above_max', 'unreadable'].includes(exchange.hint[side].value.kind)),
    [exchange, side],
  ).value;
  return (
    <div className={bad ? 'side bad' : 'side'}>
      <label htmlFor={side}>{sides[side]}</label>
      <Amount exchange={exchange} side={side} bad={bad} />
      <Chip exchange={exchange} side={side} onPick={onPick} />
      <Hint exchange={exchange} side={side} />
    </div>
  );
}

function Amount({ exchange, side, bad }: { exchange: Exchange; side: SideName; bad: boolean }) {
  useSignals();
  const text = exchange.text[side].value;
  return (
    <input
      className="amount"
      part="amount"
      id={side}
      name={side === 'from' ? 'fromSumma' : 'toSumma'}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      data-len={size(text)}
      aria-invalid={bad || undefined}
      aria-describedby={`${side}-hint`}
      onChange={event => exchange.type(side, event.target.value)}
      onBlur={() => void (exchange.typed.peek()?.editing && exchange.settle())}
    />
  );
}

function Chip({
  exchange,
  side,
  onPick,
}: {
  exchange: Exchange;
  side: SideName;
  onPick: (side: SideName) => void;
}) {
  useSignals();
  const pending = exchange.pending.value;
  const now = exchange[side].value;
  const item = pending?.[side] ?? now;
  const city = exchange.city.value;
  if (!item) return null;
  const small = item.cities.length > 0 && city ? `${item.name}, ${city.name}` : network(item);
  return (
    <button
      type="button"
      className="chip"
      part="chip"
      data-focus={side}
      aria-haspopup="dialog"
      onClick={() => onPick(side)}
    >
      <span className="vh">{sides[side]}: </span>
      <Coin icon={item.icon} />
      <span>
        <b>{item.ticker}</b>
        <small>{small}</small>
      </span>
      <Icon d={paths.down} size={16} className="chev" />
    </button>
  );
}
