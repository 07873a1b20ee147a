import { useSignals } from '@preact/signals-react/runtime';
import { Link, useSearchParams } from 'react-router';
import { Coin } from '#widget/Coin.tsx';
import type { Reserve } from '#core/contract/calculator.ts';
import { addresses } from '../addresses.ts';
import { POPULAR, priceOf, type Row } from './popular.ts';
import { Failed } from './Failed.tsx';
import type { Load } from './load.ts';
import type { Market } from './market.ts';

/** A payment system as people call it: a coin by its ticker, a bank by its name. */
function Name({ of }: { of: Reserve }) {
  if (of.currency === 'RUB') return of.name;
  if (!of.network) return of.currency;
  return (
    <>
      {of.currency} <span className="network">{of.network}</span>
    </>
  );
}

function Line({ from, to, course }: Row) {
  const [query] = useSearchParams();
  const search = `?cur_from=${from.code}&cur_to=${to.code}`;
  const chosen = query.get('cur_from') === from.code && query.get('cur_to') === to.code;
  return (
    <tr>
      <th scope="row">
        <Link className="row" to={{ pathname: addresses.home, search }} aria-current={chosen || undefined}>
          <span className="coins">
            <Coin icon={from.icon} />
            <Coin icon={to.icon} />
          </span>
          <span>
            <Name of={from} /> <span className="to">на</span> <Name of={to} />
          </span>
        </Link>
      </th>
      <td className="num">{priceOf({ from, to, course })}</td>
    </tr>
  );
}

const bone = ({ from, to }: (typeof POPULAR)[number]) => (
  <tr key={from + to}>
    <th scope="row">
      <span className="row">
        <span className="coins">
          <span className="bone coin" />
          <span className="bone coin" />
        </span>
        <span className="bone name" />
      </span>
    </th>
    <td>
      <span className="bone figure" />
    </td>
  </tr>
);

function Body({ state }: { state: Exclude<Load<Row[]>, { phase: 'failed' }> }) {
  if (state.phase === 'loading') return <tbody>{POPULAR.map(bone)}</tbody>;
  return (
    <tbody>
      {state.data.map(row => (
        <Line key={row.from.code + row.to.code} {...row} />
      ))}
    </tbody>
  );
}

const CAPTION = 'Чаще всего меняют, курс за 1\u00a0единицу';

/** The pairs that are exchanged most, each with its course now and a link that chooses it. */
export function Board({ market }: { market: Market }) {
  useSignals();
  const state = market.board.value;
  if (state.phase === 'failed')
    return (
      <div className="board">
        <p className="caption">{CAPTION}</p>
        <Failed code={state.code} retry={market.retry} />
      </div>
    );
  if (state.phase === 'ready' && state.data.length === 0) return null;
  return (
    <table className="board" aria-busy={state.phase === 'loading'}>
      <caption>{CAPTION}</caption>
      <Body state={state} />
    </table>
  );
}
