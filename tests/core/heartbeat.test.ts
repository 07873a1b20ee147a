import { expect, test } from 'vitest';
import * as heartbeats from '#core/exchange/heartbeat.ts';

test('the countdown begins at its whole period however long a look at the clock takes', () => {
  let now = 1_000_000;
  // Every look is a moment later.
  const clock = { now: () => now++, later: () => () => undefined };
  const beat = heartbeats.create(clock, true, async () => ({ ok: true }));
  beat.reset();
  expect(beat.countdown.value).toEqual({ seconds: 15, progress: 0 });
  beat.dispose();
});
