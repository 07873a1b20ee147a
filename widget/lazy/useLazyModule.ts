import { useEffect } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { LazyModule } from './lazyModule.ts';

/** Delay before a failed chunk is requested again, milliseconds. */
const MODULE_RETRY_INTERVAL_MS = 3_000;

/** Loads a chunk when it is needed and retries until it succeeds. */
export function useLazyModule<Module>({ hasFailed: failed, load }: LazyModule<Module>, isNeeded: boolean) {
  useSignals();
  const hasFailed = failed.value;
  useEffect(() => {
    if (isNeeded && !hasFailed) void load();
    if (!isNeeded || !hasFailed) return;
    const timer = setInterval(() => void load(), MODULE_RETRY_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [load, isNeeded, hasFailed]);
}
