import { setTimeout } from 'node:timers/promises';

/** Creates a function that waits until the next request may start: at most `count` start in `periodMs`. */
export function createRequestTurns(count: number, periodMs: number): (signal: AbortSignal) => Promise<void> {
  /** When the last requests start, in milliseconds of `performance.now()`. */
  const starts: number[] = [];
  return async signal => {
    const now = performance.now();
    const earliest = starts.length < count ? now : (starts.shift() ?? 0) + periodMs;
    starts.push(Math.max(now, earliest));
    if (earliest > now) await setTimeout(earliest - now, undefined, { signal });
  };
}
