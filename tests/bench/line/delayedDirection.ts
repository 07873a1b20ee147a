import type { Clock } from '#core/clock.ts';

/** Sends `byteCount` bytes and calls `deliver` when they have arrived. Deliveries keep their order. */
export type SendDelayed = (byteCount: number, deliver: () => void) => void;

/** One direction of a line. Its connections share the bandwidth. */
export interface DelayedDirection {
  /** Adds a connection, whose first bytes leave `firstDelayMs` after now at the earliest. */
  addConnection(firstDelayMs?: number): SendDelayed;
}

/** Creates a direction with a bandwidth, in which each byte arrives `delayMs` after it has left. */
export function createDelayedDirection(
  clock: Clock,
  { bytesPerSecond, delayMs }: { bytesPerSecond: number; delayMs: number },
): DelayedDirection {
  /** When the line has sent everything so far. */
  let isFreeAt = 0;

  return {
    addConnection(firstDelayMs = 0) {
      const opensAt = clock.now() + firstDelayMs;
      const pending: { arrivesAt: number; deliver: () => void }[] = [];

      function deliverNext() {
        const next = pending[0];
        if (!next) return;
        // One timer at a time: timers for the same millisecond may run in any order.
        clock.setTimer(
          () => {
            pending.shift();
            next.deliver();
            deliverNext();
          },
          Math.max(0, next.arrivesAt - clock.now()),
        );
      }

      return (byteCount, deliver) => {
        isFreeAt = Math.max(isFreeAt, clock.now()) + (byteCount / bytesPerSecond) * 1000;
        pending.push({ arrivesAt: Math.max(isFreeAt, opensAt) + delayMs, deliver });
        if (pending.length === 1) deliverNext();
      };
    },
  };
}
