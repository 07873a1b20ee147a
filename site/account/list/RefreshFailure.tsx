import { useSignals } from '@preact/signals-react/runtime';
import { formatAccountMessage } from '#core/accountMessages.ts';
import type { ServerQuery } from '#core/serverQuery.ts';
import { formatTimeOfDay } from '#core/timeFormat.ts';

/** Note that the shown data could not be refreshed, with the time of the last load. */
export function RefreshFailure<Data, View>({
  query,
  subject,
}: {
  query: ServerQuery<Data, View>;
  /** Name of the shown data: «Список». */
  subject: string;
}) {
  useSignals();
  const state = query.state.value;
  if (state.phase !== 'ready' || !state.refreshFailure) return null;
  const { refreshFailure, loadedAt } = state;
  return (
    <div className="status-message" role="status">
      <p>
        {formatAccountMessage<string>(refreshFailure.code, refreshFailure)}. {subject} на{' '}
        {formatTimeOfDay(new Date(loadedAt).toISOString())}.
      </p>
      <button type="button" className="button" onClick={query.reload}>
        Повторить
      </button>
    </div>
  );
}
