import { Counter, Gauge, type Registry } from 'prom-client';
import type { EventListeners } from '#server/platform/serverEvents.ts';

/** Registers the metrics of background jobs, and returns their listeners. Prometheus itself sets the label `job`. */
export function createJobListeners(registry: Registry) {
  const registers = [registry];
  const lastRun = new Gauge({
    name: 'razmen_task_last_run_timestamp_seconds',
    help: 'End of the last run of a background job; before the first one, the start of the job',
    labelNames: ['task'],
    registers,
  });
  const failures = new Counter({
    name: 'razmen_task_failures_total',
    help: 'Failed runs of a background job',
    labelNames: ['task'],
    registers,
  });
  return {
    jobStarted({ job }) {
      lastRun.setToCurrentTime({ task: job });
      failures.inc({ task: job }, 0);
    },
    jobRan({ job, isFailed }) {
      lastRun.setToCurrentTime({ task: job });
      if (isFailed) failures.inc({ task: job });
    },
  } satisfies Partial<EventListeners>;
}
