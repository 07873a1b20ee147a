import type { ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { SideName } from '#core/exchange/course.ts';
import type { Exchange, Hint as Told } from '#core/exchange/model.ts';
import { unit, withUnit } from '../figures.ts';
import { Sentence } from '../Sentence.tsx';

/** The line under a sum: its limits as buttons, the reserve, how a number was read, or what is wrong with it. */
export function Hint({ exchange, side }: { exchange: Exchange; side: SideName }) {
  useSignals();
  const hint = exchange.hint[side].value;
  const ticker = exchange[side].value?.ticker ?? '';
  const put = (limit: 'min' | 'max', text: string) => (
    <button
      type="button"
      className="limit"
      // Acts before the field loses the focus: leaving it would change the very thing that is pressed.
      onMouseDown={event => event.preventDefault()}
      onClick={() => exchange.put(side, limit)}
    >
      {text}
    </button>
  );
  return (
    <div className="hint num" id={`${side}-hint`}>
      {words(hint, side, ticker, put)}
    </div>
  );
}

type Put = (limit: 'min' | 'max', text: string) => ReactNode;

function words(hint: Told, side: SideName, ticker: string, put: Put): ReactNode {
  const verb = side === 'from' ? 'Отдайте' : 'Получите';
  switch (hint.kind) {
    case 'none':
      return null;
    case 'limits':
      return (
        <span>
          от&nbsp;{put('min', hint.min.text)}
          {hint.max && <> до&nbsp;{put('max', hint.max.text)}</>}&nbsp;{unit(ticker)}
        </span>
      );
    case 'reserve':
      return <span>резерв {withUnit(hint.amount.text, ticker)}</span>;
    case 'below_min':
      return (
        <span className="danger">
          <span className="w">Меньше минимума. </span>
          {verb} от&nbsp;{put('min', withUnit(hint.limit.text, ticker))}
        </span>
      );
    case 'above_max':
      return (
        <span className="danger">
          <span className="w">Больше максимума. </span>
          {verb} до&nbsp;{put('max', withUnit(hint.limit.text, ticker))}
        </span>
      );
    case 'reading':
      return <span>{hint.text}</span>;
    case 'unreadable':
      return (
        <span className="danger">
          <Sentence code={hint.code} otherwise="Введите сумму цифрами" />
        </span>
      );
  }
}
