import { useSignals } from '@preact/signals-react/runtime';
import { CurrencyIcon } from '#widget/icons/CurrencyIcon.tsx';
import type { Reserve } from '#core/contract/calculator.ts';
import { formatTimeOfDay } from '#core/timeFormat.ts';
import { LoadError } from '../live/LoadError.tsx';
import type { MarketQuery } from './marketQuery.ts';
import { formatReserve } from '../live/formatReserve.ts';

/** Rows of the skeleton. Equals the number of reserves in the initial catalogue, so that the page does not shift. */
const SKELETON_ROW_COUNT = 24;

function ReserveItem({ reserve }: { reserve: Reserve }) {
  const { name, network, currency } = reserve;
  return (
    <li>
      <CurrencyIcon currency={reserve} />
      <span>
        <b>{name}</b>
        <small>{network ? `${currency} · ${network}` : currency}</small>
      </span>
      <span className="numeric">{formatReserve(reserve)}</span>
    </li>
  );
}

const renderSkeletonItem = (_: unknown, index: number) => (
  <li key={index}>
    <span className="coin" />
    <span className="skeleton text" />
    <span className="skeleton amount" />
  </li>
);

function ReserveList({ market }: { market: MarketQuery }) {
  useSignals();
  const state = market.state.value;
  if (state.phase === 'unsupported') return null;
  if (state.phase === 'failed')
    return <LoadError code={state.failure.code} role="status" onRetry={market.reload} />;
  if (state.phase === 'loading')
    return (
      <ul className="reserves-list" aria-busy="true" aria-label="Резервы загружаются">
        {Array.from({ length: SKELETON_ROW_COUNT }, renderSkeletonItem)}
      </ul>
    );
  if (state.data.reserves.length === 0)
    return <p className="status-message">Резервов сейчас нет. Загляните позже.</p>;
  return (
    <ul className="reserves-list">
      {state.data.reserves.map(reserve => (
        <ReserveItem key={reserve.id} reserve={reserve} />
      ))}
    </ul>
  );
}

/** The free reserves and the time of their last change. */
export function ReservesSection({ market }: { market: MarketQuery }) {
  useSignals();
  const state = market.state.value;
  const lastUpdatedAt =
    state.phase === 'ready'
      ? state.data.reserves
          .map(reserve => reserve.updatedAt)
          .sort()
          .at(-1)
      : undefined;
  return (
    <section className="home-section container" id="reserves" aria-labelledby="h-reserves" tabIndex={-1}>
      <div className="section-head">
        <h2 id="h-reserves">Резервы</h2>
        {lastUpdatedAt && (
          <span className="meta numeric">
            обновлены в <time dateTime={lastUpdatedAt}>{formatTimeOfDay(lastUpdatedAt)}</time>
          </span>
        )}
      </div>
      <ReserveList market={market} />
    </section>
  );
}
