import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { importWithRetry } from '#core/importWithRetry.ts';

/** A part of the widget that is fetched when it is needed. Code only: widgets share it, never state. */
export interface LazyModule<Module> {
  /** The module once it is here, else null. */
  readonly module: ReadonlySignal<Module | null>;
  /** Whether the last try to fetch it failed. */
  readonly hasFailed: ReadonlySignal<boolean>;
  /** Fetches it, once; tries anew after a failure. Never rejects. */
  load(): Promise<void>;
}

/** A chunk by its import. Unlike React.lazy it is drawn in the same frame when it was fetched before. */
export function createLazyModule<Module>(importModule: () => Promise<Module>): LazyModule<Module> {
  const module = signal<Module | null>(null);
  const hasFailed = signal(false);
  let pending: Promise<void> | null = null;
  return {
    module,
    hasFailed,
    load() {
      pending ??= importWithRetry(importModule).then(
        loaded => {
          hasFailed.value = false;
          module.value = loaded;
        },
        () => {
          hasFailed.value = true;
          pending = null;
        },
      );
      return pending;
    },
  };
}
