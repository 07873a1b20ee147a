import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { importWithRetry } from '#core/importWithRetry.ts';

/** A module loaded on demand. All widgets of a page share it; it holds no state of a widget. */
export interface LazyModule<Module> {
  /** The module; null until it is loaded. */
  readonly module: ReadonlySignal<Module | null>;
  /** Whether the last attempt to load it failed. */
  readonly hasFailed: ReadonlySignal<boolean>;
  /** Loads the module once; a call after a failure tries again. Never rejects. */
  load(): Promise<void>;
}

/** Creates a lazy module. Unlike React.lazy, a loaded one renders in the same frame. */
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
