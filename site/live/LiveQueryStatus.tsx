import { useSignals } from '@preact/signals-react/runtime';
import { formatMessage } from '#core/messages.ts';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import type { LiveQuery } from './liveQuery.ts';

const timeFormat = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });

/** How fresh the data is, why it is not fresher, and a button that asks anew. */
export function UpdatedAt({ liveQuery }: { liveQuery: LiveQuery<unknown> }) {
  useSignals();
  const state = liveQuery.state.value;
  const isLoading = liveQuery.isLoading.value;
  if (state.phase === 'failed') return null;
  const time = state.phase === 'ready' ? timeFormat.format(state.loadedAt) : null;
  return (
    <div className="fresh">
      <p className={state.phase === 'ready' && state.refreshError ? 'meta stale' : 'meta'} role="status">
        {time === null && 'Загружаем…'}
        {state.phase === 'ready' &&
          time !== null &&
          (state.refreshError
            ? `${formatMessage(state.refreshError)}. Показаны данные на\u00a0${time}`
            : `Данные на\u00a0${time}`)}
      </p>
      <button type="button" className="b" onClick={liveQuery.refresh} disabled={isLoading}>
        <Icon d={ICON_PATHS.refresh} size={20} />
        Обновить
      </button>
    </div>
  );
}

/** In place of data that never came: why, and a way to ask again. */
export function LiveQueryError({ liveQuery }: { liveQuery: LiveQuery<unknown> }) {
  useSignals();
  const state = liveQuery.state.value;
  if (state.phase !== 'failed') return null;
  return (
    <div className="failed" role="alert">
      <p>{formatMessage(state.code)}.</p>
      <button type="button" className="b" onClick={liveQuery.refresh}>
        Повторить
      </button>
    </div>
  );
}

/** For who has no script: this part needs one. */
export function NoScriptNotice({ purpose }: { purpose: string }) {
  return (
    <noscript>
      <p className="meta">{purpose}: включите JavaScript в&nbsp;настройках браузера.</p>
    </noscript>
  );
}
