import { useSignals } from '@preact/signals-react/runtime';
import { formatMessage } from '#core/messages.ts';
import type { ServerQuery } from '#core/serverQuery.ts';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { LoadError } from './LoadError.tsx';

const timeFormat = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });

/** Time of the data, the error if the latest refresh failed, and a refresh button. */
export function UpdatedAt({ query }: { query: ServerQuery<unknown> }) {
  useSignals();
  const state = query.state.value;
  const isLoading = query.isLoading.value;
  if (state.phase !== 'ready' && state.phase !== 'loading') return null;
  const failure = state.phase === 'ready' ? state.refreshFailure : null;
  return (
    <div className="refresh-status">
      <p className={failure ? 'meta stale' : 'meta'} role="status">
        {state.phase === 'loading'
          ? 'Загружаем…'
          : `${failure ? `${formatMessage(failure.code)}. Показаны данные` : 'Данные'} на\u00a0${timeFormat.format(state.loadedAt)}`}
      </p>
      <button type="button" className="button" onClick={query.reload} disabled={isLoading}>
        <Icon d={ICON_PATHS.refresh} size={20} />
        Обновить
      </button>
    </div>
  );
}

/** Why a query has no data, with a retry button if that may help; renders nothing in other phases. */
export function QueryError({ query }: { query: ServerQuery<unknown> }) {
  useSignals();
  const state = query.state.value;
  if (state.phase === 'unsupported')
    return <p className="status-message">На&nbsp;этом сайте этих данных нет.</p>;
  if (state.phase !== 'failed') return null;
  return <LoadError code={state.failure.code} role="alert" onRetry={query.reload} />;
}

/** Notice for browsers without JavaScript. `purpose` begins the sentence: «Чтобы увидеть резервы». */
export function NoScriptNotice({ purpose }: { purpose: string }) {
  return (
    <noscript>
      <p className="meta">{purpose}: включите JavaScript в&nbsp;настройках браузера.</p>
    </noscript>
  );
}
