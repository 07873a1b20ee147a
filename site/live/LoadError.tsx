import { formatMessage } from '#core/messages.ts';

/** Error message in place of data that failed to load, with a button to try again. */
export function LoadError({
  code,
  role,
  onRetry,
}: {
  code: string;
  role: 'alert' | 'status';
  onRetry: () => void;
}) {
  return (
    <div className="status-message" role={role}>
      <p>{formatMessage(code)}.</p>
      <button type="button" className="button" onClick={onRetry}>
        Повторить
      </button>
    </div>
  );
}
