import { useEffect } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { Link } from 'react-router';
import { Coin } from '#widget/Coin.tsx';
import type { Reserve } from '#core/contract/calculator.ts';
import { addresses } from '../addresses.ts';
import * as money from '../home/money.ts';
import { Failed, Fresh, Scriptless } from '../live/Fresh.tsx';
import type { Live } from '../live/live.ts';
import { Article, type Markdown } from './Article.tsx';
import type { Group } from './models.ts';
import '../live/pieces.css';
import './live.css';

const clock = new Intl.DateTimeFormat('ru', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

function Line({ of }: { of: Reserve }) {
  const { name, network, currency, icon, code, updatedAt } = of;
  return (
    <tr>
      <th scope="row">
        <Link className="row" to={{ pathname: addresses.home, search: `?cur_to=${code}` }}>
          <Coin icon={icon} />
          <span>
            <span className="vh">Получить </span>
            {name}
            <small>{network ? `${currency} · ${network}` : currency}</small>
          </span>
        </Link>
      </th>
      <td className="code">{code}</td>
      <td className="when num">
        <time dateTime={updatedAt}>{clock.format(new Date(updatedAt))}</time>
      </td>
      <td className="num sum">{money.reserve(of)}</td>
    </tr>
  );
}

const bone = (_: unknown, n: number) => (
  <tr key={n}>
    <th scope="row">
      <span className="row">
        <span className="bone coin" />
        <span className="bone name" />
      </span>
    </th>
    <td className="code">
      <span className="bone figure" />
    </td>
    <td className="when" />
    <td>
      <span className="bone figure" />
    </td>
  </tr>
);

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">Валюта</th>
        <th scope="col" className="code">
          Код
        </th>
        <th scope="col" className="when">
          Изменён
        </th>
        <th scope="col" className="num">
          Резерв
        </th>
      </tr>
    </thead>
  );
}

function Table({ live }: { live: Live<Group[]> }) {
  useSignals();
  const seen = live.seen.value;
  if (seen.phase === 'failed') return <Failed live={live} />;
  if (seen.phase === 'loading')
    return (
      <>
        <table className="livetable four" aria-busy="true" aria-label="Резервы загружаются">
          <Head />
          <tbody>{Array.from({ length: 24 }, bone)}</tbody>
        </table>
        <Scriptless what="Чтобы увидеть резервы" />
      </>
    );
  if (seen.data.length === 0) return <p className="failed">Резервов сейчас нет. Загляните позже.</p>;
  return seen.data.map(({ name, reserves }) => (
    <table key={name} className="livetable four">
      {name && <caption>{name}</caption>}
      <Head />
      <tbody>
        {reserves.map(one => (
          <Line key={one.id} of={one} />
        ))}
      </tbody>
    </table>
  ));
}

/** The free reserves as they are now, by group; a line leads to the form that receives its currency. */
export function Reserves({ content, live }: { content: Markdown; live: Live<Group[]> }) {
  useEffect(() => live.watch(document), [live]);
  return (
    <Article content={content}>
      <section className="live" aria-label="Резервы">
        <Fresh live={live} />
        <Table live={live} />
      </section>
    </Article>
  );
}
