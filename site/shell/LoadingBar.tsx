import type { CSSProperties } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { LoadingBar as Model } from './loadingbar.ts';
import './loadingbar.css';

/** SPEC "Loading bar": the line at the very top. How far it is is a guess, so it tells no figure to who cannot see it. */
export function LoadingBar({ bar }: { bar: Model }) {
  useSignals();
  const { phase, progress, shown } = bar.look.value;
  // At rest there is no style attribute: the policy allows none in a page's markup.
  const style = phase === 'idle' ? undefined : ({ '--progress': progress / 100 } as CSSProperties);
  return (
    <div
      className="loading"
      role="progressbar"
      aria-label="Загрузка"
      aria-hidden={!shown}
      data-phase={phase}
      data-shown={shown || undefined}
    >
      <i style={style} />
    </div>
  );
}
