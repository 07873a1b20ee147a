import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { Link, useLocation, useNavigate } from 'react-router';
import { pluralize } from '#core/pluralize.ts';
import { createServerQuery, NO_POLLING } from '#core/serverQuery.ts';
import { QueryError } from '../../live/QueryStatus.tsx';
import { useServerQuery } from '../../live/useServerQuery.ts';
import { publicOrigin } from '../../publicOrigin.ts';
import { useAppContext } from '../../shell/appContext.ts';
import { findHashTarget } from '../../shell/layout/findHashTarget.ts';
import { ApiCallSection } from './ApiCallSection.tsx';
import { filterApiGroups, listApiGroups } from './apiGroups.ts';
import { OpenApiDocument } from './openApiDocument.ts';

/** Loads the OpenAPI document and shows its calls. */
export function ApiReference({ fallback }: { fallback: ReactNode }) {
  useSignals();
  const { api } = useAppContext();
  const query = useServerQuery(() =>
    createServerQuery(
      api.clock,
      options => api.call(OpenApiDocument, '/api/openapi.json', { ...options, method: 'GET' }),
      { polling: NO_POLLING },
    ),
  );
  const state = query.state.value;
  if (state.phase === 'loading') return fallback;
  if (state.phase === 'failed' || state.phase === 'unsupported') return <QueryError query={query} />;
  return <ApiCallList document={state.data} />;
}

/** The calls by group with a search. The fragment of the URL names an open call. */
function ApiCallList({ document }: { document: OpenApiDocument }) {
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const [groups] = useState(() => listApiGroups(document));
  const [search, setSearch] = useState('');
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  /** The entry of the history whose call the visitor has closed. */
  const [closedKey, setClosedKey] = useState('');
  const hashId = closedKey === key ? '' : hash.slice(1);
  const shown = filterApiGroups(groups, search);
  const firstHash = useRef(hash);
  // The browser has looked for the target before the document was loaded.
  useLayoutEffect(() => {
    const target = findHashTarget(firstHash.current);
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
  }, []);
  const count = shown.reduce((total, { calls }) => total + calls.length, 0);

  function toggle(id: string, isOpen: boolean): void {
    const others = [...openIds, ...(hashId ? [hashId] : [])].filter(other => other !== id);
    setOpenIds(new Set(isOpen ? others : [...others, id]));
    setClosedKey(key);
    // The URL contains the last opened call.
    if (!isOpen) void navigate({ hash: id }, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <nav aria-label="Разделы">
        <ul>
          {groups.map(({ tag, title, calls }) => (
            <li key={tag}>
              <Link to={`#${tag}`} replace onClick={() => setSearch('')}>
                {title} <span className="numeric">{calls.length}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="api-calls">
        <label className="api-search">
          <span>Найти вызов, поле или код ответа</span>
          <input
            type="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="Idempotency-Key"
            value={search}
            onChange={event => setSearch(event.target.value)}
          />
        </label>
        <p className="meta" role="status">
          {count > 0
            ? pluralize(count, ['вызов', 'вызова', 'вызовов'])
            : 'Такого в описании нет. Сократите запрос до одного слова.'}
        </p>
        {shown.map(({ tag, title, calls }) => (
          <section key={tag} aria-labelledby={tag}>
            <h2 id={tag} tabIndex={-1}>
              {title}
            </h2>
            {calls.map(call => {
              const isOpen = openIds.has(call.id) || hashId === call.id;
              return (
                <ApiCallSection
                  key={call.id}
                  call={call}
                  origin={document.servers[0]?.url ?? publicOrigin}
                  isOpen={isOpen}
                  onToggle={() => toggle(call.id, isOpen)}
                />
              );
            })}
          </section>
        ))}
      </div>
    </>
  );
}
