import { useSignals } from '@preact/signals-react/runtime';
import { Coin } from '#widget/Coin.tsx';
import type { Reserve } from '#core/contract/calculator.ts';
import { Failed } from './Failed.tsx';
import type { Load } from './load.ts';
import type { Market } from './market.ts';
import * as money from './money.ts';

/** Lines of the skeleton: as many as the start catalogue has reserves. */
const EXPECTED = 24;

const clock = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });

function Line({ of }: { of: Reserve }) {
  const { name, network, currency, icon } = of;
  return (
    <li>
      <Coin icon={icon} />
      <span>
        <b>{name}</b>
        <small>{network ? `${currency} · ${network}` : currency}</small>
      </span>
      <span className="num">{money.reserve(of)}</span>
    </li>
  );
}

const bone = (_: unknown, n: number) => (
  <li key={n}>
    <span className="bone coin" />
    <span className="bone name" />
    <span className="bone figure" />
  </li>
);

function Body({ state, retry }: { state: Load<Reserve[]>; retry: () => void }) {
  if (state.phase === 'failed') return <Failed code={state.code} retry={retry} />;
  if (state.phase === 'loading')
    return (
      <ul className="res" aria-busy="true" aria-label="Резервы загружаются">
        {Array.from({ length: EXPECTED }, bone)}
      </ul>
    );
  if (state.data.length === 0) return <p className="failed">Резервов сейчас нет. Загляните позже.</p>;
  return (
    <ul className="res">
      {state.data.map(one => (
        <Line key={one.id} of={one} />
      ))}
    </ul>
  );
}

/** The free reserves as the server counts them, and when they last changed. */
export function Reserves({ market }: { market: Market }) {
  useSignals();
  const state = market.reserves.value;
  const changed =
    state.phase === 'ready'
      ? state.data
          .map(one => one.updatedAt)
          .sort()
          .at(-1)
      : undefined;
  return (
    <section className="band wrap" id="reserves" aria-labelledby="h-reserves" tabIndex={-1}>
      <div className="head">
        <h2 id="h-reserves">Резервы</h2>
        {changed && (
          <span className="meta num">
            обновлены в&nbsp;<time dateTime={changed}>{clock.format(new Date(changed))}</time>
          </span>
        )}
      </div>
      <Body state={state} retry={market.retry} />
    </section>
  );
}
