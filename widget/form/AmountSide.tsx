import { useMemo } from 'react';
import { computed } from '@preact/signals-core';
import { useSignals } from '@preact/signals-react/runtime';
import type { SideName } from '#core/exchange/course.ts';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { CurrencyIcon } from '../icons/CurrencyIcon.tsx';
import { getNetworkLabel } from '../format.ts';
import { Icon, ICON_PATHS } from '../icons/Icon.tsx';
import { AmountHint } from './AmountHint.tsx';
import { getFontStep } from './fontStep.ts';

/** Labels of the two sides. */
export const SIDE_LABELS = { from: 'Вы отдаёте', to: 'Вы получаете' } as const;

/** One side of the pair: the amount, the currency button and the hint. */
export function AmountSide({
  exchange,
  side,
  onPick,
}: {
  exchange: ExchangeModel;
  side: SideName;
  onPick: (side: SideName) => void;
}) {
  useSignals();
  // A boolean: a keystroke within the limits then re-renders only the amount.
  const isInvalid = useMemo(
    () =>
      computed(() => ['below_min', 'above_max', 'unreadable'].includes(exchange.amountHint[side].value.kind)),
    [exchange, side],
  ).value;
  return (
    <div className={isInvalid ? 'side invalid' : 'side'}>
      <label htmlFor={side}>{SIDE_LABELS[side]}</label>
      <AmountInput exchange={exchange} side={side} isInvalid={isInvalid} />
      <CurrencyButton exchange={exchange} side={side} onPick={onPick} />
      <AmountHint exchange={exchange} side={side} />
    </div>
  );
}

function AmountInput({
  exchange,
  side,
  isInvalid,
}: {
  exchange: ExchangeModel;
  side: SideName;
  isInvalid: boolean;
}) {
  useSignals();
  const text = exchange.amountText[side].value;
  return (
    <input
      className="amount"
      part="amount"
      id={side}
      name={side === 'from' ? 'fromSumma' : 'toSumma'}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      data-len={getFontStep(text)}
      aria-invalid={isInvalid || undefined}
      aria-describedby={`${side}-hint`}
      onChange={event => exchange.typeAmount(side, event.target.value)}
      onBlur={() => void (exchange.typedAmount.peek()?.isEditing && exchange.commitAmount())}
    />
  );
}

function CurrencyButton({
  exchange,
  side,
  onPick,
}: {
  exchange: ExchangeModel;
  side: SideName;
  onPick: (side: SideName) => void;
}) {
  useSignals();
  const pending = exchange.pendingPair.value;
  const current = exchange[side].value;
  const item = pending?.[side] ?? current;
  if (!item) return null;
  return (
    <button
      type="button"
      className="chip"
      part="chip"
      data-focus={side}
      aria-haspopup="dialog"
      onClick={() => onPick(side)}
    >
      <span className="visually-hidden">{SIDE_LABELS[side]}: </span>
      <CurrencyIcon currency={item} />
      <span>
        <b>{item.ticker}</b>
        <small>{getNetworkLabel(item)}</small>
      </span>
      <Icon d={ICON_PATHS.down} size={16} className="chevron" />
    </button>
  );
}
