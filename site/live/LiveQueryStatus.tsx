import { useSignals } from '@preact/signals-react/runtime';
import { formatMessage } from '#core/messages.ts';
import type { ServerQuery } from '#core/serverQuery.ts';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { LoadError } from './LoadError.tsx';

const timeFormat = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });

/** Time of the data, the error if the latest refresh failed, and a refresh button. */
export function UpdatedAt({ liveQuery }: { liveQuery: ServerQuery<unknown> }) {
  useSignals();
  const state = liveQuery.state.value;
  const isLoading = liveQuery.isLoading.value;
  if (state.phase === 'failed' || state.phase === 'unsupported') return null;
  const time = state.phase === 'ready' ? timeFormat.format(state.loadedAt) : null;
  return (
    <div className="refresh-status">
      <p className={state.phase === 'ready' && state.refreshFailure ? 'meta stale' : 'meta'} role="status">
        {time === null && 'Загружаем…'}
        {state.phase === 'ready' &&
          time !== null &&
          (state.refreshFailure
            ? `${formatMessage(state.refreshFailure.code)}. Показаны данные на\u00a0${time}`
            : `Данные на\u00a0${time}`)}
      </p>
      <button type="button" className="button" onClick={liveQuery.reload} disabled={isLoading}>
        <Icon d={ICON_PATHS.refresh} size={20} />
        Обновить
      </button>
    </div>
  );
}

/** Why a query has no data, with a retry button if that may help; renders nothing in other phases. */
export function LiveQueryError({ liveQuery }: { liveQuery: ServerQuery<unknown> }) {
  useSignals();
  const state = liveQuery.state.value;
  if (state.phase === 'unsupported')
    return <p className="status-message">На&nbsp;этом сайте этих данных нет.</p>;
  if (state.phase !== 'failed') return null;
  return <LoadError code={state.failure.code} role="alert" onRetry={liveQuery.reload} />;
}

/** Notice for browsers without JavaScript. `purpose` begins the sentence: «Чтобы увидеть резервы». */
export function NoScriptNotice({ purpose }: { purpose: string }) {
  return (
    <noscript>
      <p className="meta">{purpose}: включите JavaScript в&nbsp;настройках браузера.</p>
    </noscript>
  );
}
