import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import type { ExchangeContext } from '../context.ts';
import { isPostgres } from '#server/platform/database/rowLocks.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { findOpenCourse } from '../courses/pricing.ts';
import { createBackgroundJob, type BackgroundJob } from '#server/platform/jobs/backgroundJob.ts';

/** Time between two samples, milliseconds. */
export const SAMPLE_INTERVAL_MS = 10 * 60_000;

const HOUR_MS = 3_600_000;

const CHECK_INTERVAL_MS = 60_000;

/** How long all samples are kept, milliseconds. Of older ones, one per hour is kept. */
const FULL_RETENTION_MS = DAY_MS;

/** How long one sample per hour is kept, milliseconds. */
const HOURLY_RETENTION_MS = 30 * DAY_MS;

/**
 * Stores the current courses of all open pairs, at most once per interval, and deletes old samples: a currency has at
 * most 864 rows. Two processes at once may store two samples, which is harmless.
 */
export async function sampleCourses(context: ExchangeContext): Promise<void> {
  const { db, now } = context;
  const newest = await db
    .selectFrom('course_samples')
    .select(({ fn }) => fn.max('at').as('at'))
    .executeTakeFirst();
  const at = now();
  const getInterval = (ms: number) => Math.floor(ms / SAMPLE_INTERVAL_MS);
  // Samples that are later than now, from a clock that was set back, do not prevent new ones.
  if (newest?.at != null && getInterval(Number(newest.at)) === getInterval(at)) return;
  const rows = await readCourses(context, BigInt(at));
  if (rows.length > 0)
    await db
      .insertInto('course_samples')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .execute();
  await deleteOldSamples(db, at);
}

/** Builds a row for each currency that can be sent: JSON of the courses by the id of the currency received. */
async function readCourses(context: ExchangeContext, at: bigint) {
  const snapshot = context.catalogue.getSnapshot();
  const rows: { from_id: bigint; at: bigint; courses: string }[] = [];
  for (const from of snapshot.currencies) {
    const courses = snapshot.currencies.flatMap(to => {
      const course = findOpenCourse(context, from.id, to.id, { snapshot });
      return course === null ? [] : [[String(to.id), course] as const];
    });
    if (courses.length > 0)
      rows.push({ from_id: BigInt(from.id), at, courses: JSON.stringify(Object.fromEntries(courses)) });
    // Requests are served between the currencies.
    await setImmediate();
  }
  return rows;
}

async function deleteOldSamples(db: Db, at: number): Promise<void> {
  await db
    .deleteFrom('course_samples')
    .where('at', '<', BigInt(at - HOURLY_RETENTION_MS))
    .execute();
  await db
    .deleteFrom('course_samples')
    .where('at', '<', BigInt(at - FULL_RETENTION_MS))
    .where(sql`at % ${BigInt(HOUR_MS)}`, '>=', BigInt(SAMPLE_INTERVAL_MS))
    .execute();
}

/** A stored course: decimal text. `at`: milliseconds. */
export interface CourseSample {
  at: number;
  course: string;
}

/** Reads the courses of a pair since a time, the oldest first. No samples exist for times when the pair was closed. */
export async function readCourseSamples(
  db: Db,
  { fromId, toId, since }: { fromId: number; toId: number; since: number },
): Promise<CourseSample[]> {
  const key = String(toId);
  const course = isPostgres(db)
    ? sql<string | null>`courses::jsonb ->> ${key}::text`
    : sql<string | null>`json_extract(courses, ${`$."${key}"`})`;
  const rows = await db
    .selectFrom('course_samples')
    .select(['at', course.as('course')])
    .where('from_id', '=', BigInt(fromId))
    .where('at', '>=', BigInt(since))
    .orderBy('at')
    .execute();
  return rows.flatMap(row => (row.course === null ? [] : [{ at: Number(row.at), course: row.course }]));
}

/** Creates the job that stores the courses every ten minutes. A failed run is logged and retried. */
export function createCourseHistoryJob(context: ExchangeContext): BackgroundJob {
  return createBackgroundJob(
    'course_history',
    CHECK_INTERVAL_MS,
    () => sampleCourses(context),
    error => context.log.error({ err: error }, 'Cannot store courses'),
    // A new installation gets its first point at once.
    { runsAtStart: true },
  );
}
