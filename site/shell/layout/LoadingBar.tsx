import type { CSSProperties } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { LoadingBarModel } from './loadingBarModel.ts';
import './LoadingBar.css';

/** Progress line at the top of the window. The progress is an estimate; screen readers get a progressbar role. */
export function LoadingBar({ loadingBar }: { loadingBar: LoadingBarModel }) {
  useSignals();
  const { phase, progress, isVisible } = loadingBar.state.value;
  // No style attribute while hidden: the Content-Security-Policy blocks it in prerendered markup.
  const style = phase === 'idle' ? undefined : ({ '--progress': progress / 100 } as CSSProperties);
  return (
    <>
      <div className="loading-bar" aria-hidden data-phase={phase} data-shown={isVisible || undefined}>
        <i style={style} />
      </div>
      <p className="visually-hidden" role="status">
        {isVisible && phase === 'loading' ? 'Загрузка' : ''}
      </p>
    </>
  );
}
