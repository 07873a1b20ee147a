import { useSignals } from '@preact/signals-react/runtime';
import type { Exchange } from '#core/exchange/model.ts';
import { withUnit } from '../figures.ts';

/** Both sums in a line, as they count now: «1 250,00 USDT на 101 775,00 ₽». */
export function Sums({ exchange }: { exchange: Exchange }) {
  useSignals();
  const [from, to] = [exchange.from.value, exchange.to.value];
  const [sent, received] = [exchange.text.from.value, exchange.text.to.value];
  if (!from || !to) return null;
  return (
    <>
      {withUnit(sent, from.ticker)} на&nbsp;{withUnit(received, to.ticker)}
    </>
  );
}
