import { useMemo } from 'react';
import { computed } from '@preact/signals-core';
import { useSignals } from '@preact/signals-react/runtime';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { appendUnit } from '#core/exchange/formatMoney.ts';
import { findExceededLimit } from '../format.ts';
import { Icon, ICON_PATHS } from '../icons/Icon.tsx';

/** Label of the primary button. A string, so a keystroke that does not change it causes no re-render. */
function getSubmitLabel(exchange: ExchangeModel): string {
  const [exceeded, from, to] = [findExceededLimit(exchange), exchange.from.value, exchange.to.value];
  if (!exceeded || !from || !to) return exchange.isCityMissing.value ? 'Выберите город' : 'Продолжить';
  const limit = appendUnit(exceeded.hint.limit.text, (exceeded.side === 'from' ? from : to).ticker);
  return `Поставить ${exceeded.hint.kind === 'below_min' ? 'минимум' : 'максимум'}: ${limit}`;
}

/** The primary button. Its label names the action; it is disabled while waiting and for a closed pair. */
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
      // The field keeps the focus, so the layout does not change before the click.
      onMouseDown={event => event.preventDefault()}
    >
      {isStale && <Icon d={ICON_PATHS.refresh} />}
      {isWaiting ? 'Обновляем курс…' : isStale ? 'Повторить' : isClosed ? 'Обмен закрыт' : buttonLabel}
    </button>
  );
}
