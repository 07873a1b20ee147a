import { setTimeout as wait } from 'node:timers/promises';
import type { BenchDatabase } from '../benchDatabase.ts';
import type { BenchOptions } from '../benchOptions.ts';
import { fetchClaimPairs } from '../claimMix.ts';
import { MAX_EVENT_LOOP_P99_MS, startMeasuredServer, type MeasuredServer } from '../measuredServer.ts';
import { runLoad } from '../runLoad.ts';
import { calculatePercentile, type ReportLine } from '../serverReport.ts';

/** The parts of the run that are compared: the second sixth, after the warm-up, and the last one. */
const PART_COUNT = 6;

const SAMPLE_MS = 2_000;

/** Pause of a client that creates claims, milliseconds: about half of what one server can do. */
const WRITE_PAUSE_MS = 80;

/** Largest growth of the memory from the second to the last part. */
const MAX_GROWTH = 1.1;

const METRICS = {
  heap: 'nodejs_heap_size_used_bytes',
  external: 'nodejs_external_memory_bytes',
  resident: 'process_resident_memory_bytes',
  delay: 'nodejs_eventloop_lag_p99_seconds',
} as const;

type Sample = Record<keyof typeof METRICS, number>;

/**
 * Measures the memory of one server that creates claims and answers reads at about half load, and the delay of its event
 * loop. The heap is compared by the smallest value of a part, which is the one after a full collection.
 */
export async function measureMemory(database: BenchDatabase, options: BenchOptions): Promise<ReportLine[]> {
  const server = await startMeasuredServer(database, { RATE_DRIFT: 'off' });
  const samples: Sample[] = [];
  let isOpen = true;
  const readSamples = async () => {
    while (isOpen) {
      await wait(SAMPLE_MS);
      samples.push(await readSample(server));
    }
  };
  const pairs = await fetchClaimPairs(server.origin);
  const load = runLoad([server.origin], pairs, { ...options, writePauseMs: WRITE_PAUSE_MS }).finally(
    () => (isOpen = false),
  );
  const [{ acknowledged, firstFailure }] = await Promise.all([load, readSamples()]);
  await server.stop();
  if (firstFailure !== null) console.error(`First failure: ${firstFailure}`);
  return describeSamples(samples, acknowledged.length / options.seconds);
}

async function readSample({ readMetrics }: MeasuredServer): Promise<Sample> {
  const read = await readMetrics();
  return {
    heap: read(METRICS.heap),
    external: read(METRICS.external),
    resident: read(METRICS.resident),
    delay: read(METRICS.delay),
  };
}

function describeSamples(samples: readonly Sample[], claimRate: number): ReportLine[] {
  const length = Math.floor(samples.length / PART_COUNT);
  const parts = Array.from({ length: PART_COUNT }, (_, index) =>
    samples.slice(index * length, (index + 1) * length),
  );
  const compare = (name: string, getValue: (sample: Sample) => number): ReportLine => {
    const floors = parts.map(part => Math.min(...part.map(getValue)));
    const [second = NaN, last = NaN] = [floors[1], floors.at(-1)];
    const detail = `(${floors.map(floor => (floor / 2 ** 20).toFixed(0)).join(', ')} MiB)`;
    return { name, value: last / second, unit: '×', detail, goal: { atMost: MAX_GROWTH } };
  };
  const delays = samples.slice(length).map(({ delay }) => delay * 1000);
  return [
    { name: 'claims created', value: claimRate, unit: '/s' },
    compare('heap', ({ heap }) => heap),
    compare('buffers', ({ external }) => external),
    compare('memory of the process', ({ resident }) => resident),
    {
      name: 'event loop delay, p99 of two seconds: median',
      value: calculatePercentile(delays, 0.5),
      unit: 'ms',
      goal: { atMost: MAX_EVENT_LOOP_P99_MS },
    },
    { name: 'the same, p95', value: calculatePercentile(delays, 0.95), unit: 'ms' },
  ];
}
