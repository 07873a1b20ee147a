import type { Logger } from 'pino';
import { createBackgroundJob, type BackgroundJob } from './backgroundJob.ts';
import type { Database } from '../database/database.ts';
import { acquireLease, releaseLease, type Lease } from '../database/lease.ts';

/** Number of renewals per duration of a lease: the lease survives one failure. */
const RENEWALS_PER_DURATION = 3;

/** Options of `createLeasedJob`. */
export interface LeasedJobOptions {
  database: Pick<Database, 'db' | 'dialect'>;
  lease: Lease;
  /**
   * Started and stopped repeatedly. A paused process may continue after its lease: writes must call `lockLease`, or be
   * safe if two processes make them.
   */
  job: BackgroundJob;
  log: Logger;
}

/**
 * Runs `job` only while this process has the lease. Every process tries to acquire it three times per duration, first
 * at `start`. The job stops when the lease is lost, or cannot be renewed before it expires. `stop` releases it.
 */
export function createLeasedJob({ database, lease, job, log }: LeasedJobOptions): BackgroundJob {
  let isHeld = false;
  let isRunning = false;
  let isStopped = true;
  let isFailing = false;
  let expiryTimer: NodeJS.Timeout | undefined;
  let jobStop = Promise.resolve();

  function stopJob() {
    clearTimeout(expiryTimer);
    if (!isRunning) return;
    isRunning = false;
    jobStop = job.stop();
  }

  function loseLease() {
    isHeld = false;
    stopJob();
  }

  async function renewLease() {
    // The lease in the database starts later, so the job stops before another process may start it.
    const expiresAt = performance.now() + lease.durationMs;
    isHeld = await acquireLease(database, lease);
    isFailing = false;
    if (!isHeld) return stopJob();
    if (!isRunning) await jobStop;
    const remainingMs = expiresAt - performance.now();
    if (isStopped || remainingMs <= 0) return;
    clearTimeout(expiryTimer);
    expiryTimer = setTimeout(loseLease, remainingMs);
    if (isRunning) return;
    isRunning = true;
    job.start();
  }

  const renewalJob = createBackgroundJob(
    `lease_${lease.name}`,
    lease.durationMs / RENEWALS_PER_DURATION,
    renewLease,
    error => {
      if (!isFailing) log.error({ err: error, lease: lease.name }, 'a lease cannot be renewed');
      isFailing = true;
    },
    { runsAtStart: true },
  );

  return {
    start() {
      isStopped = false;
      renewalJob.start();
    },
    async stop() {
      isStopped = true;
      stopJob();
      await Promise.all([renewalJob.stop(), jobStop]);
      if (!isHeld) return;
      await releaseLease(database.db, lease).catch((error: unknown) =>
        log.warn({ err: error, lease: lease.name }, 'a lease cannot be released: it expires'),
      );
    },
  };
}
