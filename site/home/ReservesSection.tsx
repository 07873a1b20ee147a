import { useSignals } from '@preact/signals-react/runtime';
import { CurrencyIcon } from '#widget/icons/CurrencyIcon.tsx';
import type { Reserve } from '#core/contract/calculator.ts';
import { LoadError } from './LoadError.tsx';
import type { AsyncState } from './asyncState.ts';
import type { Market } from './market.ts';
import { formatReserve } from './marketFormat.ts';

/** Lines of the skeleton: as many as the start catalogue has reserves. */
const SKELETON_ROW_COUNT = 24;

const timeFormat = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });

function ReserveItem({ reserve }: { reserve: Reserve }) {
  const { name, network, currency, icon } = reserve;
  return (
    <li>
      <CurrencyIcon icon={icon} />
      <span>
        <b>{name}</b>
        <small>{network ? `${currency} · ${network}` : currency}</small>
      </span>
      <span className="num">{formatReserve(reserve)}</span>
    </li>
  );
}

const renderSkeletonItem = (_: unknown, index: number) => (
  <li key={index}>
    <span className="bone coin" />
    <span className="bone name" />
    <span className="bone figure" />
  </li>
);

function ReserveList({ state, onRetry }: { state: AsyncState<Reserve[]>; onRetry: () => void }) {
  if (state.phase === 'failed') return <LoadError code={state.code} onRetry={onRetry} />;
  if (state.phase === 'loading')
    return (
      <ul className="res" aria-busy="true" aria-label="Резервы загружаются">
        {Array.from({ length: SKELETON_ROW_COUNT }, renderSkeletonItem)}
      </ul>
    );
  if (state.data.length === 0) return <p className="failed">Резервов сейчас нет. Загляните позже.</p>;
  return (
    <ul className="res">
      {state.data.map(reserve => (
        <ReserveItem key={reserve.id} reserve={reserve} />
      ))}
    </ul>
  );
}

/** The free reserves as the server counts them, and when they last changed. */
export function ReservesSection({ market }: { market: Market }) {
  useSignals();
  const state = market.reserves.value;
  const lastUpdatedAt =
    state.phase === 'ready'
      ? state.data
          .map(reserve => reserve.updatedAt)
          .sort()
          .at(-1)
      : undefined;
  return (
    <section className="band wrap" id="reserves" aria-labelledby="h-reserves" tabIndex={-1}>
      <div className="head">
        <h2 id="h-reserves">Резервы</h2>
        {lastUpdatedAt && (
          <span className="meta num">
            обновлены в&nbsp;
            <time dateTime={lastUpdatedAt}>{timeFormat.format(new Date(lastUpdatedAt))}</time>
          </span>
        )}
      </div>
      <ReserveList state={state} onRetry={market.retry} />
    </section>
  );
}
