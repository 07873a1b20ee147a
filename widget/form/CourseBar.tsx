import { useSignals } from '@preact/signals-react/runtime';
import type { CSSProperties } from 'react';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { formatCourseLine, formatExactCourse } from '#core/exchange/formatMoney.ts';
import { Icon, ICON_PATHS } from '../icons/Icon.tsx';

/** The bar between the two sides: the course, the countdown to its update, and the swap button. */
export function CourseBar({ exchange }: { exchange: ExchangeModel }) {
  useSignals();
  const [from, to] = [exchange.from.value, exchange.to.value];
  const type = exchange.courseType.value;
  const offer = exchange.courseOptions.value.find(candidate => candidate.type === type);
  const canSwap = exchange.canSwap.value;
  const courseText = offer ? formatCourseLine(offer.displayed) : '';
  const exactCourse =
    from && to && offer ? formatExactCourse(offer.value, from.ticker, to.ticker) : undefined;
  return (
    <div className="course-bar">
      <CountdownLine exchange={exchange} />
      <span className="course numeric" title={exactCourse}>
        {courseText}
        <Discount exchange={exchange} />
      </span>
      <CountdownText exchange={exchange} />
      <button
        type="button"
        className="icon-button swap"
        aria-label="Поменять валюты местами"
        aria-disabled={!canSwap || undefined}
        onClick={() => void exchange.swapCurrencies()}
      >
        <Icon d={ICON_PATHS.swap} />
      </button>
    </div>
  );
}

/** The discount that the course contains. */
function Discount({ exchange }: { exchange: ExchangeModel }) {
  useSignals();
  const percent = exchange.discountPercent.value;
  return percent && <span className="discount caption"> скидка {percent} %</span>;
}

function CountdownLine({ exchange }: { exchange: ExchangeModel }) {
  useSignals();
  const [freshness, pending] = [exchange.freshness.value, exchange.pendingPair.value];
  const { progress } = exchange.countdown.value;
  const state = freshness === 'stale' ? 'failed' : freshness === 'refreshing' || pending ? 'running' : '';
  return (
    <div className={`progress ${state}`} part="line" aria-hidden="true">
      <i
        style={state === 'failed' || progress === 0 ? undefined : ({ '--v': 1 - progress } as CSSProperties)}
      />
    </div>
  );
}

function CountdownText({ exchange }: { exchange: ExchangeModel }) {
  useSignals();
  const freshness = exchange.freshness.value;
  const { seconds } = exchange.countdown.value;
  return (
    <span className={`caption numeric countdown ${freshness === 'stale' ? 'danger' : 'secondary-text'}`}>
      {freshness === 'stale' ? (
        <>
          <span>курс </span>устарел
        </>
      ) : freshness === 'refreshing' ? (
        'обновляем курс'
      ) : (
        <>
          <span>обновим через </span>
          {seconds} с
        </>
      )}
    </span>
  );
}
