import { expect, test } from 'vitest';
import { COURSE_POLL_INTERVAL_MS, createCoursePoller } from '#core/exchange/form/requests/coursePoller.ts';

test('the countdown starts at the full interval even if the clock advances between reads', () => {
  let now = 1_000_000;
  // Each read advances the clock by 1 ms.
  const clock = { now: () => now++, setTimer: () => () => undefined };
  const coursePoller = createCoursePoller(clock, true, async () => ({ ok: true }));
  coursePoller.restartInterval();
  expect(coursePoller.countdown.value).toEqual({ seconds: COURSE_POLL_INTERVAL_MS / 1_000, progress: 0 });
  coursePoller.dispose();
});
