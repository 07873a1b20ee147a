import { formatAccountMessage } from '#core/accountMessages.ts';
import { formatTimeOfDay } from '../../claim/formatDateTime.ts';

/** Tells that the latest refresh has failed, and from when the shown data is. */
export function RefreshNote({
  refreshError,
  loadedAt,
  onRetry,
}: {
  refreshError: string | null;
  loadedAt: number;
  onRetry: () => void;
}) {
  return (
    refreshError !== null && (
      <div className="status-message" role="status">
        <p>
          {formatAccountMessage<string>(refreshError)}. Данные на&nbsp;
          {formatTimeOfDay(new Date(loadedAt).toISOString())}.
        </p>
        <button type="button" className="button" onClick={onRetry}>
          Повторить
        </button>
      </div>
    )
  );
}
