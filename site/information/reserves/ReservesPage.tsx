import { useSignals } from '@preact/signals-react/runtime';
import { Link } from 'react-router';
import { CurrencyIcon } from '#widget/icons/CurrencyIcon.tsx';
import type { ApiClient } from '#core/api/client.ts';
import type { Reserve } from '#core/contract/calculator.ts';
import { routePaths } from '../../routePaths.ts';
import { formatReserve } from '../../live/formatReserve.ts';
import { QueryError, NoScriptNotice } from '../../live/QueryStatus.tsx';
import { UpdatedAt } from '../../live/UpdatedAt.tsx';
import type { ServerQuery } from '#core/serverQuery.ts';
import { createTimeFormat } from '#core/timeFormat.ts';
import { useServerQuery } from '../../live/useServerQuery.ts';
import { Article, type MarkdownModule } from '../Article.tsx';
import { createReservesQuery, type ReserveGroup } from './reservesQuery.ts';
import '../liveSection.css';

const formatUpdateTime = createTimeFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

function ReserveRow({ reserve }: { reserve: Reserve }) {
  const { name, network, currency, code, updatedAt } = reserve;
  return (
    <tr>
      <th scope="row">
        <Link className="row" to={{ pathname: routePaths.home, search: `?cur_to=${code}` }}>
          <CurrencyIcon currency={reserve} />
          <span>
            <span className="visually-hidden">Получить </span>
            {name}
            <small>{network ? `${currency} · ${network}` : currency}</small>
          </span>
        </Link>
      </th>
      <td className="code">{code}</td>
      <td className="updated-at numeric">
        <time dateTime={updatedAt}>{formatUpdateTime(updatedAt)}</time>
      </td>
      <td className="numeric sum-cell">{formatReserve(reserve)}</td>
    </tr>
  );
}

const renderSkeletonRow = (_: unknown, index: number) => (
  <tr key={index}>
    <th scope="row">
      <span className="row">
        <span className="coin" />
        <span className="skeleton text" />
      </span>
    </th>
    <td className="code">
      <span className="skeleton amount" />
    </td>
    <td className="updated-at" />
    <td>
      <span className="skeleton amount" />
    </td>
  </tr>
);

function ReservesTableHead() {
  return (
    <thead>
      <tr>
        <th scope="col">Валюта</th>
        <th scope="col" className="code">
          Код
        </th>
        <th scope="col" className="updated-at">
          Изменён
        </th>
        <th scope="col" className="numeric">
          Резерв
        </th>
      </tr>
    </thead>
  );
}

function ReserveGroupTables({ query }: { query: ServerQuery<ReserveGroup[]> }) {
  useSignals();
  const state = query.state.value;
  if (state.phase === 'failed' || state.phase === 'unsupported') return <QueryError query={query} />;
  if (state.phase === 'loading')
    return (
      <>
        <table className="live-table four-columns" aria-busy="true" aria-label="Резервы загружаются">
          <ReservesTableHead />
          <tbody>{Array.from({ length: 24 }, renderSkeletonRow)}</tbody>
        </table>
        <NoScriptNotice purpose="Чтобы увидеть резервы" />
      </>
    );
  if (state.data.length === 0) return <p className="status-message">Резервов сейчас нет. Загляните позже.</p>;
  return state.data.map(({ name, reserves }) => (
    <table key={name} className="live-table four-columns">
      {name && <caption>{name}</caption>}
      <ReservesTableHead />
      <tbody>
        {reserves.map(reserve => (
          <ReserveRow key={reserve.id} reserve={reserve} />
        ))}
      </tbody>
    </table>
  ));
}

/** Page of free reserves by group; each row links to the form with its currency as the received one. */
export function ReservesPage({ content, api }: { content: MarkdownModule; api: ApiClient }) {
  const query = useServerQuery(() => createReservesQuery(api));
  return (
    <Article content={content}>
      <section className="live-section" aria-label="Резервы">
        <UpdatedAt query={query} />
        <ReserveGroupTables query={query} />
      </section>
    </Article>
  );
}
