import { useMemo } from 'react';
import { computed } from '@preact/signals-core';
import { useSignals } from '@preact/signals-react/runtime';
import type { Exchange } from '#core/exchange/model.ts';
import { beyond, withUnit } from '../figures.ts';
import { Icon, paths } from '../Icon.tsx';

/** What the primary button would do now; texts, so that a keystroke that changes none draws nothing. */
function label(exchange: Exchange): string {
  const [past, from, to] = [beyond(exchange), exchange.from.value, exchange.to.value];
  if (!past || !from || !to) return 'Продолжить';
  const limit = withUnit(past.hint.limit.text, (past.side === 'from' ? from : to).ticker);
  return `Поставить ${past.hint.kind === 'below_min' ? 'минимум' : 'максимум'}: ${limit}`;
}

/** The one lime button. It is named by what it will do, and waits where waiting is all there is. */
export function Submit({ exchange, busy }: { exchange: Exchange; busy: boolean }) {
  useSignals();
  const name = useMemo(() => computed(() => label(exchange)), [exchange]).value;
  const link = exchange.link.value;
  const closed = exchange.closed.value !== null;
  const waiting = busy || (exchange.expired.value && link === 'refreshing');
  const stale = link === 'stale' && !busy;
  return (
    <button
      className="btn"
      part="button"
      type="submit"
      data-focus="button"
      aria-disabled={waiting || closed || undefined}
      // The field keeps the focus, and with it what stands beside it, until the button has acted.
      onMouseDown={event => event.preventDefault()}
    >
      {stale && <Icon d={paths.refresh} />}
      {waiting ? 'Обновляем курс…' : stale ? 'Повторить' : closed ? 'Обмен закрыт' : name}
    </button>
  );
}
