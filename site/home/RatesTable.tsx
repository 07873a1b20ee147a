import { useSignals } from '@preact/signals-react/runtime';
import { Link, useSearchParams } from 'react-router';
import { CurrencyIcon } from '#widget/icons/CurrencyIcon.tsx';
import type { Reserve } from '#core/contract/calculator.ts';
import { routePaths } from '../routePaths.ts';
import { POPULAR_PAIRS, formatPopularRate, type PopularRate } from './popularRates.ts';
import { LoadError } from '../live/LoadError.tsx';
import type { MarketQuery } from './marketQuery.ts';

/** Name of a payment system: the ticker of a coin, the name of a bank. */
function PaymentSystemName({ reserve }: { reserve: Reserve }) {
  if (reserve.currency === 'RUB') return reserve.name;
  if (!reserve.network) return reserve.currency;
  return (
    <>
      {reserve.currency} <span className="network">{reserve.network}</span>
    </>
  );
}

function RateRow({ from, to, course }: PopularRate) {
  const [query] = useSearchParams();
  const search = `?cur_from=${from.code}&cur_to=${to.code}`;
  const isSelected = query.get('cur_from') === from.code && query.get('cur_to') === to.code;
  return (
    <tr>
      <th scope="row">
        <Link
          className="row"
          to={{ pathname: routePaths.home, search }}
          aria-current={isSelected || undefined}
        >
          <span className="coins">
            <CurrencyIcon currency={from} />
            <CurrencyIcon currency={to} />
          </span>
          <span>
            <PaymentSystemName reserve={from} /> <span className="separator">на</span>{' '}
            <PaymentSystemName reserve={to} />
          </span>
        </Link>
      </th>
      <td className="numeric">{formatPopularRate({ from, to, course })}</td>
    </tr>
  );
}

const renderSkeletonRow = ({ from, to }: (typeof POPULAR_PAIRS)[number]) => (
  <tr key={from + to}>
    <th scope="row">
      <span className="row">
        <span className="coins">
          <span className="coin" />
          <span className="coin" />
        </span>
        <span className="skeleton text" />
      </span>
    </th>
    <td>
      <span className="skeleton amount" />
    </td>
  </tr>
);

const CAPTION = 'Чаще всего меняют, курс за 1 единицу';

/** The popular pairs with their current courses; each row links to its pair in the form. */
export function RatesTable({ market }: { market: MarketQuery }) {
  useSignals();
  const state = market.state.value;
  if (state.phase === 'failed')
    return (
      <div className="rates-table">
        <p className="caption">{CAPTION}</p>
        <LoadError code={state.failure.code} role="status" onRetry={market.reload} />
      </div>
    );
  if (state.phase === 'unsupported' || (state.phase === 'ready' && state.data.popularRates.length === 0))
    return null;
  return (
    <table className="rates-table" aria-busy={state.phase === 'loading'}>
      <caption>{CAPTION}</caption>
      <tbody>
        {state.phase === 'loading'
          ? POPULAR_PAIRS.map(renderSkeletonRow)
          : state.data.popularRates.map(row => <RateRow key={row.from.code + row.to.code} {...row} />)}
      </tbody>
    </table>
  );
}
