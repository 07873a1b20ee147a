import { message } from '#core/messages.ts';

/** In place of data that did not come: why, and a way to ask again. */
export function Failed({ code, retry }: { code: string; retry: () => void }) {
  return (
    <div className="failed" role="status">
      <p>{message(code)}.</p>
      <button type="button" className="b" onClick={retry}>
        Повторить
      </button>
    </div>
  );
}
