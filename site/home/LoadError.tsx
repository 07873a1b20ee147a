import { formatMessage } from '#core/messages.ts';

/** In place of data that did not come: why, and a way to ask again. */
export function LoadError({ code, onRetry }: { code: string; onRetry: () => void }) {
  return (
    <div className="failed" role="status">
      <p>{formatMessage(code)}.</p>
      <button type="button" className="b" onClick={onRetry}>
        Повторить
      </button>
    </div>
  );
}
