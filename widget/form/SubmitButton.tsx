import { useMemo } from 'react';
import { computed } from '@preact/signals-core';
import { useSignals } from '@preact/signals-react/runtime';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { findExceededLimit, appendUnit } from '../format.ts';
import { Icon, ICON_PATHS } from '../icons/Icon.tsx';

/** What the primary button would do now; texts, so that a keystroke that changes none draws nothing. */
function getSubmitLabel(exchange: ExchangeModel): string {
  const [exceeded, from, to] = [findExceededLimit(exchange), exchange.from.value, exchange.to.value];
  if (!exceeded || !from || !to) return 'Продолжить';
  const limit = appendUnit(exceeded.hint.limit.text, (exceeded.side === 'from' ? from : to).ticker);
  return `Поставить ${exceeded.hint.kind === 'below_min' ? 'минимум' : 'максимум'}: ${limit}`;
}

/** The one lime button. It is named by what it will do, and waits where waiting is all there is. */
export function SubmitButton({ exchange, isBusy }: { exchange: ExchangeModel; isBusy: boolean }) {
  useSignals();
  const buttonLabel = useMemo(() => computed(() => getSubmitLabel(exchange)), [exchange]).value;
  const freshness = exchange.freshness.value;
  const isClosed = exchange.closedReason.value !== null;
  const isWaiting = isBusy || (exchange.isQuoteExpired.value && freshness === 'refreshing');
  const isStale = freshness === 'stale' && !isBusy;
  return (
    <button
      className="button"
      part="button"
      type="submit"
      data-focus="button"
      aria-disabled={isWaiting || isClosed || undefined}
      // The field keeps the focus, and with it what stands beside it, until the button has acted.
      onMouseDown={event => event.preventDefault()}
    >
      {isStale && <Icon d={ICON_PATHS.refresh} />}
      {isWaiting ? 'Обновляем курс…' : isStale ? 'Повторить' : isClosed ? 'Обмен закрыт' : buttonLabel}
    </button>
  );
}
