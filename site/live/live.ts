import { signal, type ReadonlySignal } from '@preact/signals-core';
import * as error from '#core/api/error.ts';
import type { Clock } from '#core/clock.ts';

/** Milliseconds between two looks while the page is visible. */
export const EVERY = 60_000;

/** Data on its way, there, or not there for the reason that a code of messages.ts names. */
export type Seen<T> =
  | { phase: 'loading' }
  /** `at` by this device's clock; `trouble` is why a later look has failed, null when the data is fresh. */
  | { phase: 'ready'; data: T; at: number; trouble: string | null }
  | { phase: 'failed'; code: string };

/** Data of the server that a page shows as it is now. */
export interface Live<T> {
  seen: ReadonlySignal<Seen<T>>;
  /** Whether a look is under way. */
  busy: ReadonlySignal<boolean>;
  /** A person asks for it now. */
  refresh(): void;
  /** Keeps it fresh while the page is visible, until the returned function is called. */
  watch(page: Document): () => void;
}

/** Data that `call` brings; `fresh` asks past caches. Nothing is asked before it is watched. */
export function create<T>(clock: Clock, call: (options: { fresh: boolean }) => Promise<T>): Live<T> {
  const seen = signal<Seen<T>>({ phase: 'loading' });
  const busy = signal(false);
  // A later question has the fresher answer: an earlier one that comes after it is dropped.
  let asked = 0;

  async function look(fresh: boolean) {
    const mine = ++asked;
    busy.value = true;
    let next: Seen<T>;
    try {
      next = { phase: 'ready', data: await call({ fresh }), at: clock.now(), trouble: null };
    } catch (cause) {
      const code = error.code(cause);
      const before = seen.peek();
      next = before.phase === 'ready' ? { ...before, trouble: code } : { phase: 'failed', code };
    }
    if (mine !== asked) return;
    seen.value = next;
    busy.value = false;
  }

  return {
    seen,
    busy,
    refresh() {
      if (seen.peek().phase === 'failed') seen.value = { phase: 'loading' };
      void look(true);
    },
    watch(page) {
      let off = () => {};
      let last = 0;
      const now = () => {
        last = clock.now();
        void look(false);
      };
      const again = () => {
        if (!page.hidden && clock.now() - last >= EVERY / 4) now();
      };
      const tick = () => {
        if (!page.hidden) now();
        off = clock.later(tick, EVERY);
      };
      const view = page.defaultView;
      tick();
      page.addEventListener('visibilitychange', again);
      view?.addEventListener('online', now);
      return () => {
        off();
        page.removeEventListener('visibilitychange', again);
        view?.removeEventListener('online', now);
      };
    },
  };
}
