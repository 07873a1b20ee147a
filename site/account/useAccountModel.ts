import { useEffect, useState } from 'react';
import { signal } from '@preact/signals-core';
import { useSignals } from '@preact/signals-react/runtime';

/** A model that follows the page's lifecycle. */
interface PageModel {
  setVisible?(isVisible: boolean): void;
  /** The browser is online again, or has restored the page. */
  refreshNow?(): void;
  dispose(): void;
}

/** Holds the model of a mounted page. */
function createModelHolder<Model extends PageModel>() {
  const model = signal<Model | null>(null);
  return {
    model,
    /** Creates the model and connects it to the page's lifecycle. The returned function disposes of it. */
    open(create: () => Model): () => void {
      const opened = create();
      const listeners = new AbortController();
      const options = { signal: listeners.signal };
      const updateVisibility = () => opened.setVisible?.(document.visibilityState === 'visible');
      document.addEventListener('visibilitychange', updateVisibility, options);
      addEventListener('online', () => opened.refreshNow?.(), options);
      addEventListener('pageshow', event => event.persisted && opened.refreshNow?.(), options);
      model.value = opened;
      return () => {
        listeners.abort();
        opened.dispose();
        model.value = null;
      };
    },
  };
}

/** A model that exists while the page is mounted; null before. `create` is stable. */
export function useAccountModel<Model extends PageModel>(create: () => Model): Model | null {
  useSignals();
  const [holder] = useState(() => createModelHolder<Model>());
  useEffect(() => holder.open(create), [holder, create]);
  return holder.model.value;
}
