import { useSignals } from '@preact/signals-react/runtime';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { appendUnit } from '#core/exchange/formatMoney.ts';

/** Both current amounts in one line: «1 250,00 USDT на 101 775,00 ₽». */
export function PairSummary({ exchange }: { exchange: ExchangeModel }) {
  useSignals();
  const [from, to] = [exchange.from.value, exchange.to.value];
  const [fromText, toText] = [exchange.amountText.from.value, exchange.amountText.to.value];
  const city = exchange.city.value;
  if (!from || !to) return null;
  return (
    <>
      {appendUnit(fromText, from.ticker)} на&nbsp;{appendUnit(toText, to.ticker)}
      {city && `, ${city.name}`}
    </>
  );
}
