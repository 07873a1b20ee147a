import type { ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { SideName } from '#core/exchange/course.ts';
import type { ExchangeModel, AmountFieldHint } from '#core/exchange/form/exchangeModel.ts';
import { getUnitSymbol, appendUnit } from '#core/exchange/formatMoney.ts';
import { Message } from '../Message.tsx';

/** The hint below an amount: limits as buttons, the reserve, how the input was parsed or replaced, or an error. */
export function AmountHint({ exchange, side }: { exchange: ExchangeModel; side: SideName }) {
  useSignals();
  const hint = exchange.amountHint[side].value;
  const ticker = exchange[side].value?.ticker ?? '';
  const renderLimit: RenderLimit = (limit, text, unit) => (
    // Does not break: beside a button a no-break space has no effect.
    <span className="numeric">
      {limit === 'min' ? 'от' : 'до'}&nbsp;
      <button
        type="button"
        className="limit"
        // Keeps the focus in the field: on blur the hint would change before the click.
        onMouseDown={event => event.preventDefault()}
        onClick={() => exchange.setToLimit(side, limit)}
      >
        {text}
      </button>
      {unit && <>&nbsp;{unit}</>}
    </span>
  );
  return (
    <div className="hint numeric" id={`${side}-hint`}>
      {renderHint(hint, side, ticker, renderLimit)}
    </div>
  );
}

type RenderLimit = (limit: 'min' | 'max', text: string, unit?: string) => ReactNode;

function renderHint(
  hint: AmountFieldHint,
  side: SideName,
  ticker: string,
  renderLimit: RenderLimit,
): ReactNode {
  const verb = side === 'from' ? 'Отдайте' : 'Получите';
  switch (hint.kind) {
    case 'none':
      return null;
    case 'limits':
      return (
        <span>
          {renderLimit('min', hint.min.text, hint.max ? '' : getUnitSymbol(ticker))}
          {hint.max && <> {renderLimit('max', hint.max.text, getUnitSymbol(ticker))}</>}
        </span>
      );
    case 'reserve':
      return <span>резерв {appendUnit(hint.amount.text, ticker)}</span>;
    case 'below_min':
      return (
        <span className="danger">
          {hint.reading ? `${hint.reading}. ` : <span className="wide-only">Меньше минимума. </span>}
          {verb} {renderLimit('min', appendUnit(hint.limit.text, ticker))}
        </span>
      );
    case 'above_max':
      return (
        <span className="danger">
          {hint.reading ? `${hint.reading}. ` : <span className="wide-only">Больше максимума. </span>}
          {verb} {renderLimit('max', appendUnit(hint.limit.text, ticker))}
        </span>
      );
    case 'reading':
      return <span>{hint.text}</span>;
    case 'adjusted':
      return (
        <span>
          {hint.limit === 'min' ? 'Минимум' : 'Максимум'} вместо {hint.previous}
        </span>
      );
    case 'unreadable':
      return (
        <span className="danger">
          <Message code={hint.code} fallback="Введите сумму цифрами" />
        </span>
      );
  }
}
