import { useSignals } from '@preact/signals-react/runtime';
import type { CSSProperties } from 'react';
import type { Exchange } from '#core/exchange/model.ts';
import { rate } from '../figures.ts';
import { Icon, paths } from '../Icon.tsx';

/** Letters of a course beside which the words of the timer have no room. */
const LONG = 18;

/** The seam of the pair: the course, the line to the next one, and the swap. */
export function Seam({ exchange }: { exchange: Exchange }) {
  useSignals();
  const [from, to] = [exchange.from.value, exchange.to.value];
  const type = exchange.courseType.value;
  const offer = exchange.offers.value.find(one => one.type === type);
  const swappable = exchange.swappable.value;
  const price = from && to && offer ? rate(offer.text, from.ticker, to.ticker) : '';
  return (
    <div className={price.length > LONG ? 'seam long' : 'seam'}>
      <Line exchange={exchange} />
      <span className="rate num">{price}</span>
      <Until exchange={exchange} />
      <button
        type="button"
        className="icn swap"
        aria-label="Поменять валюты местами"
        aria-disabled={!swappable || undefined}
        onClick={() => void exchange.swap()}
      >
        <Icon d={paths.swap} />
      </button>
    </div>
  );
}

function Line({ exchange }: { exchange: Exchange }) {
  useSignals();
  const [link, pending] = [exchange.link.value, exchange.pending.value];
  const { progress } = exchange.countdown.value;
  const state = link === 'stale' ? 'err' : link === 'refreshing' || pending ? 'run' : '';
  return (
    <div className={`bar ${state}`} part="line" aria-hidden="true">
      <i style={state === 'err' || progress === 0 ? undefined : ({ '--v': 1 - progress } as CSSProperties)} />
    </div>
  );
}

function Until({ exchange }: { exchange: Exchange }) {
  useSignals();
  const link = exchange.link.value;
  const { seconds } = exchange.countdown.value;
  return (
    <span className="meta num t2 until">
      {link === 'stale' ? (
        <span className="danger">
          <span className="w">курс </span>устарел
        </span>
      ) : link === 'refreshing' ? (
        <>
          обновляем<span className="w"> курс</span>
        </>
      ) : (
        <>
          <span className="w">обновим через </span>
          {seconds}&nbsp;с
        </>
      )}
    </span>
  );
}
