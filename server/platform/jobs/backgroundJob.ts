import { publishEvent } from '../serverEvents.ts';

/** A task that repeats while the server runs. `stop` waits for the current run. */
export interface BackgroundJob {
  start: () => void;
  stop: () => Promise<void>;
}

/** Options of a job. */
export interface BackgroundJobOptions {
  /** Whether the first run begins at `start`; default: after one interval. */
  runsAtStart?: boolean;
}

/**
 * Runs `task` repeatedly, with `interval` of real time between runs: milliseconds, or a function that returns them
 * after each run. `onError` receives the error of a failed run. `name` is unique in the process.
 */
export function createBackgroundJob(
  name: string,
  interval: number | (() => number),
  task: () => Promise<unknown>,
  onError: (error: unknown) => void,
  { runsAtStart = false }: BackgroundJobOptions = {},
): BackgroundJob {
  let timer: NodeJS.Timeout | undefined;
  let currentRun = Promise.resolve();
  let isStopped = true;
  const runTask = async () => {
    try {
      await task();
      publishEvent('jobRan', { job: name, isFailed: false });
    } catch (error) {
      publishEvent('jobRan', { job: name, isFailed: true });
      onError(error);
    }
    scheduleNext();
  };
  const scheduleNext = () => {
    if (isStopped) return;
    timer = setTimeout(startRun, typeof interval === 'function' ? interval() : interval);
  };
  const startRun = () => {
    currentRun = runTask();
  };
  return {
    start() {
      isStopped = false;
      publishEvent('jobStarted', { job: name });
      if (runsAtStart) startRun();
      else scheduleNext();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await currentRun;
    },
  };
}

/** Starts and stops several jobs as one. */
export function combineJobs(jobs: readonly BackgroundJob[]): BackgroundJob {
  return {
    start() {
      for (const job of jobs) job.start();
    },
    async stop() {
      await Promise.all(jobs.map(job => job.stop()));
    },
  };
}

/** Time that active calls have after a stop, milliseconds. */
export const STOP_GRACE_MS = 1_000;

/** Stop signals of running work: `stopping` aborts at once and prevents new work; `aborted` follows a second later. */
export interface StopSignals {
  stopping: AbortSignal;
  aborted: AbortSignal;
}

/** Signals of work that is not stopped. */
export const RUNNING_SIGNALS: StopSignals = {
  stopping: new AbortController().signal,
  aborted: new AbortController().signal,
};

/** Creates a job like `createBackgroundJob` whose task gets stop signals. A stop also waits for `finish`. */
export function createAbortableJob(
  name: string,
  interval: number | (() => number),
  task: (signals: StopSignals) => Promise<unknown>,
  onError: (error: unknown) => void,
  { finish, ...options }: BackgroundJobOptions & { finish?: () => Promise<void> | void } = {},
): BackgroundJob {
  let stopping = new AbortController();
  let aborted = new AbortController();
  const runTask = () => task({ stopping: stopping.signal, aborted: aborted.signal });
  const job = createBackgroundJob(name, interval, runTask, onError, options);
  return {
    start() {
      [stopping, aborted] = [new AbortController(), new AbortController()];
      job.start();
    },
    async stop() {
      stopping.abort();
      const timer = setTimeout(() => aborted.abort(), STOP_GRACE_MS);
      await job.stop();
      await finish?.();
      clearTimeout(timer);
    },
  };
}
