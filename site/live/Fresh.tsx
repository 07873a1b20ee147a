import { useSignals } from '@preact/signals-react/runtime';
import { message } from '#core/messages.ts';
import { Icon, paths } from '#widget/Icon.tsx';
import type { Live } from './live.ts';

const clock = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });

/** How fresh the data is, why it is not fresher, and a button that asks anew. */
export function Fresh({ live }: { live: Live<unknown> }) {
  useSignals();
  const seen = live.seen.value;
  const busy = live.busy.value;
  if (seen.phase === 'failed') return null;
  const time = seen.phase === 'ready' ? clock.format(seen.at) : null;
  return (
    <div className="fresh">
      <p className={seen.phase === 'ready' && seen.trouble ? 'meta stale' : 'meta'} role="status">
        {time === null && 'Загружаем…'}
        {seen.phase === 'ready' &&
          time !== null &&
          (seen.trouble
            ? `${message(seen.trouble)}. Показаны данные на\u00a0${time}`
            : `Данные на\u00a0${time}`)}
      </p>
      <button type="button" className="b" onClick={live.refresh} disabled={busy}>
        <Icon d={paths.refresh} size={20} />
        Обновить
      </button>
    </div>
  );
}

/** In place of data that never came: why, and a way to ask again. */
export function Failed({ live }: { live: Live<unknown> }) {
  useSignals();
  const seen = live.seen.value;
  if (seen.phase !== 'failed') return null;
  return (
    <div className="failed" role="alert">
      <p>{message(seen.code)}.</p>
      <button type="button" className="b" onClick={live.refresh}>
        Повторить
      </button>
    </div>
  );
}

/** For who has no script: this part needs one. */
export function Scriptless({ what }: { what: string }) {
  return (
    <noscript>
      <p className="meta">{what}: включите JavaScript в&nbsp;настройках браузера.</p>
    </noscript>
  );
}
