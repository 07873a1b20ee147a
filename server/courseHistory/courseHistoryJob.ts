import { createBackgroundJob, type BackgroundJob } from '../backgroundJob.ts';
import type { ServerContext } from '../context.ts';
import { sampleCourses } from './courseSamples.ts';

const CHECK_INTERVAL_MS = 60_000;

/** Creates the job that stores the courses every ten minutes. A failed run is logged and retried. */
export function createCourseHistoryJob(
  context: Pick<ServerContext, 'catalogue' | 'db' | 'log' | 'now' | 'rates'>,
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
