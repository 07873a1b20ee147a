import { createBackgroundJob, type BackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import type { ExchangeContext } from '../context.ts';
import { sampleCourses } from './courseSamples.ts';

const CHECK_INTERVAL_MS = 60_000;

/** Creates the job that stores the courses every ten minutes. A failed run is logged and retried. */
export function createCourseHistoryJob(
  context: Pick<ExchangeContext, 'catalogue' | 'db' | 'log' | 'now' | 'rates'>,
): BackgroundJob {
  return createBackgroundJob(
    'course_history',
    CHECK_INTERVAL_MS,
    () => sampleCourses(context),
    error => context.log.error({ err: error }, 'Cannot store courses'),
    // A new installation gets its first point at once.
    { runsAtStart: true },
  );
}
