import { useEffect } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { Tier } from '#core/contract/discount.ts';
import * as amount from '#core/exchange/amount.ts';
import { Failed, Fresh, Scriptless } from '../live/Fresh.tsx';
import type { Live } from '../live/live.ts';
import { Article, type Markdown } from './Article.tsx';
import '../live/pieces.css';
import './live.css';

const NBSP = '\u00a0';

/** Lines of the skeleton: as many as an exchange begins with. */
const EXPECTED = 4;

function Rows({ tiers }: { tiers: readonly Tier[] }) {
  return tiers.map(({ turnover, percent }) => (
    <tr key={turnover}>
      <th scope="row" className="num">
        от{NBSP}
        {amount.show(turnover)}
        {NBSP}$
      </th>
      <td className="num sum">
        {amount.show(percent)}
        {NBSP}%
      </td>
    </tr>
  ));
}

function Table({ live }: { live: Live<Tier[]> }) {
  useSignals();
  const seen = live.seen.value;
  if (seen.phase === 'failed') return <Failed live={live} />;
  if (seen.phase === 'ready' && seen.data.length === 0)
    return <p className="failed">Скидок за&nbsp;оборот сейчас нет.</p>;
  return (
    <>
      <table className="livetable" aria-busy={seen.phase === 'loading'} aria-label="Скидка за оборот">
        <thead>
          <tr>
            <th scope="col">Оборот за&nbsp;12&nbsp;месяцев</th>
            <th scope="col" className="num">
              Скидка
            </th>
          </tr>
        </thead>
        <tbody>
          {seen.phase === 'ready' ? (
            <Rows tiers={seen.data} />
          ) : (
            Array.from({ length: EXPECTED }, (_, n) => (
              <tr key={n}>
                <th scope="row">
                  <span className="bone name" />
                </th>
                <td>
                  <span className="bone figure" />
                </td>
              </tr>
            ))
          )}
        </tbody>
      </table>
      {seen.phase === 'loading' && <Scriptless what="Чтобы увидеть уровни" />}
    </>
  );
}

/** The discount tiers as the exchange has them now. */
export function Discounts({ content, live }: { content: Markdown; live: Live<Tier[]> }) {
  useEffect(() => live.watch(document), [live]);
  return (
    <Article content={content}>
      <section className="live" aria-label="Уровни">
        <Fresh live={live} />
        <Table live={live} />
      </section>
    </Article>
  );
}
