import type { CSSProperties } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { LoadingBarModel } from './loadingBarModel.ts';
import './LoadingBar.css';

/** SPEC "Loading bar": the line at the very top. How far it is is a guess; who cannot see it hears that it is there. */
export function LoadingBar({ loadingBar }: { loadingBar: LoadingBarModel }) {
  useSignals();
  const { phase, progress, isVisible } = loadingBar.state.value;
  // At rest there is no style attribute: the policy allows none in a page's markup.
  const style = phase === 'idle' ? undefined : ({ '--progress': progress / 100 } as CSSProperties);
  return (
    <>
      <div className="loading" aria-hidden data-phase={phase} data-shown={isVisible || undefined}>
        <i style={style} />
      </div>
      <p className="vh" role="status">
        {isVisible && phase === 'loading' ? 'Загрузка' : ''}
      </p>
    </>
  );
}
