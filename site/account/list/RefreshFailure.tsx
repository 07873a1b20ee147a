import type { LoadFailure } from '#core/account/loadFailure.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { formatTimeOfDay } from '../../claim/formatDateTime.ts';

/** Says that what is shown could not be refreshed, and since when. */
export function RefreshFailure({
  failure,
  loadedAt,
  subject,
  onRetry,
}: {
  failure: LoadFailure | null;
  /** Milliseconds. */
  loadedAt: number;
  /** What is shown: «Список». */
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
