import { formatMessage } from '#core/messages.ts';
import { Notice } from '../../form/FormNotices.tsx';
import { ICON_PATHS } from '../../icons/Icon.tsx';

/** Shows the message of a failed request and a retry button. */
export function RequestError({ code, onRetry }: { code: string; onRetry: () => void }) {
  return (
    <>
      <Notice kind="error" icon={ICON_PATHS.off} role="alert">
        {formatMessage(code)}.
      </Notice>
      <button className="button secondary" type="button" onClick={onRetry}>
        Повторить
      </button>
    </>
  );
}
