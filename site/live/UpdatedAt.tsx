import { useSignals } from '@preact/signals-react/runtime';
import { formatMessage } from '#core/messages.ts';
import type { ServerQuery } from '#core/serverQuery.ts';
import { formatTimeOfDay } from '#core/timeFormat.ts';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';

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
          : `${failure ? `${formatMessage(failure.code)}. Показаны данные` : 'Данные'} на ${formatTimeOfDay(state.loadedAt)}`}
      </p>
      <button type="button" className="button" onClick={query.reload} disabled={isLoading}>
        <Icon d={ICON_PATHS.refresh} size={20} />
        Обновить
      </button>
    </div>
  );
}
