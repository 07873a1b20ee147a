import type { LoadFailure } from '#core/loadFailure.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { formatTimeOfDay } from '../../claim/formatDateTime.ts';

/** Note that the shown data could not be refreshed, with the time of the last load. */
export function RefreshFailure({
  failure,
  loadedAt,
  subject,
  onRetry,
}: {
  failure: LoadFailure | null;
  /** Milliseconds. */
  loadedAt: number;
  /** Name of the shown data: «Список». */
  subject: string;
  onRetry: () => void;
}) {
  if (!failure) return null;
  return (
    <div className="status-message" role="status">
      <p>
        {formatAccountMessage<string>(failure.code, failure)}. {subject} на&nbsp;
        {formatTimeOfDay(new Date(loadedAt).toISOString())}.
      </p>
      <button type="button" className="button" onClick={onRetry}>
        Повторить
      </button>
    </div>
  );
}
