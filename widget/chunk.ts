import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { again } from '#core/again.ts';

/** A part of the widget that is fetched when it is needed. Code only: widgets share it, never state. */
export interface Chunk<Module> {
  /** The module once it is here, else null. */
  readonly module: ReadonlySignal<Module | null>;
  /** Whether the last try to fetch it failed. */
  readonly failed: ReadonlySignal<boolean>;
  /** Fetches it, once; tries anew after a failure. Never rejects. */
  load(): Promise<void>;
}

/** A chunk by its import. Unlike React.lazy it is drawn in the same frame when it was fetched before. */
export function chunk<Module>(get: () => Promise<Module>): Chunk<Module> {
  const module = signal<Module | null>(null);
  const failed = signal(false);
  let running: Promise<void> | null = null;
  return {
    module,
    failed,
    load() {
      running ??= again(get).then(
        found => {
          failed.value = false;
          module.value = found;
        },
        () => {
          failed.value = true;
          running = null;
        },
      );
      return running;
    },
  };
}
