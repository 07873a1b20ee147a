import { sql } from 'kysely';
import type { Logger } from 'pino';
import { createBackgroundJob, type BackgroundJob } from './jobs/backgroundJob.ts';
import type { Database } from './database/database.ts';
import type { Db } from './database/schema.ts';

/** Differences up to this are corrected at once, milliseconds; a larger one is a step of the reference clock. */
const MAX_DRIFT_MS = 1_000;

/** How long a step must last before the clock follows it, milliseconds. */
const STEP_CONFIRMATION_MS = 60_000;

/** Maximum duration of a reading, milliseconds; a longer one is too inexact. */
const MAX_READING_MS = 500;

const SYNC_INTERVAL_MS = 1_000;

/** Dependencies of a clock. */
export interface ClockOptions {
  /** Reads the reference clock, milliseconds since 1970 UTC. */
  readReference: () => Promise<number>;
  /** A monotonic clock, milliseconds since an arbitrary time. */
  elapsed: () => number;
  log: Logger;
}

/** The time of deadlines and quotes. */
export interface ExchangeClock {
  /** Milliseconds since 1970 UTC. */
  now: () => number;
  /** Reads the reference clock once. Rejects if that fails; the clock continues. */
  sync: () => Promise<void>;
  /** Repeats `sync` every second. */
  job: BackgroundJob;
}

/**
 * Creates a clock that follows the reference clock, but not its steps: a wrong setting of the reference must not expire
 * waiting claims or make earlier quotes valid again. A step is followed once it has lasted for a minute. Rejects if the
 * reference cannot be read.
 */
export async function createClock({ readReference, elapsed, log }: ClockOptions): Promise<ExchangeClock> {
  const readOffset = async () => {
    const before = elapsed();
    const reference = await readReference();
    const after = elapsed();
    return after - before > MAX_READING_MS ? null : reference - (before + after) / 2;
  };
  let offset = (await readOffset()) ?? (await readReference()) - elapsed();
  /** A step that is not confirmed yet. */
  let step: { offset: number; since: number } | null = null;

  async function sync() {
    const measured = await readOffset();
    if (measured === null) return;
    if (Math.abs(measured - offset) <= MAX_DRIFT_MS) {
      if (step) log.info('the clock is right again');
      step = null;
      offset = measured;
      return;
    }
    if (!step || Math.abs(measured - step.offset) > MAX_DRIFT_MS) {
      step = { offset: measured, since: elapsed() };
      log.warn(
        { stepMs: Math.round(measured - offset) },
        'the clock has made a step: it is ignored for a minute',
      );
      return;
    }
    if (elapsed() - step.since < STEP_CONFIRMATION_MS) return;
    log.warn({ stepMs: Math.round(measured - offset) }, 'the step of the clock has lasted: it is followed');
    offset = measured;
    step = null;
  }

  return {
    now: () => Math.round(elapsed() + offset),
    sync,
    job: createBackgroundJob('clock', SYNC_INTERVAL_MS, sync, () => {
      // The next run tries again. Other queries report a lost database.
    }),
  };
}

/** Returns a function that reads the database's clock, which all servers share; on SQLite the local clock. */
export function createReferenceReader({
  db,
  dialect,
}: Pick<Database, 'db' | 'dialect'>): ClockOptions['readReference'] {
  return dialect === 'sqlite' ? async () => Date.now() : () => readDatabaseTime(db);
}

async function readDatabaseTime(db: Db): Promise<number> {
  const { at } = await db
    .selectNoFrom(sql<string>`(extract(epoch from clock_timestamp()) * 1000)::text`.as('at'))
    .executeTakeFirstOrThrow();
  return Number(at);
}
