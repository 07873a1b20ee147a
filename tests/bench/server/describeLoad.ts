import type { LoadResult } from './loadRecorder.ts';
import { calculatePercentile, type ReportLine } from './serverReport.ts';

/** The reference that the claims per second are compared with. */
export interface Baseline {
  name: string;
  /** Transactions or rows per second. */
  rate: number;
  /** Goal: claims per second as a share of it, percent. */
  goalPercent: number;
  /** Goal: claims per second, if any. */
  goalRate: number | undefined;
}

/** What was measured on one database. */
export interface Measurement {
  load: LoadResult;
  /** Problems of the data after the load, one sentence each. */
  problems: readonly string[];
}

/** Goals: the 99th percentiles of creating a claim and of reading its status. */
const MAX_CREATION_P99_MS = 150;
const MAX_STATUS_P99_MS = 50;

/** Goal: how many times slower a million closed claims may make the load. */
const MAX_SLOWDOWN = 1.5;

/** Describes a load without closed claims, with the goals. */
export function describeLoad(measurement: Measurement, baseline: Baseline): ReportLine[] {
  const { rates, latencies } = measurement.load;
  return [
    { name: `baseline: ${baseline.name}`, value: baseline.rate, unit: '/s' },
    {
      name: 'claims created',
      value: rates.creation,
      unit: '/s',
      ...(baseline.goalRate !== undefined && { goal: { atLeast: baseline.goalRate } }),
    },
    {
      name: 'claims ÷ baseline',
      value: (100 * rates.creation) / baseline.rate,
      unit: '%',
      goal: { atLeast: baseline.goalPercent },
    },
    ...describeLatencies('creation', latencies.creation, MAX_CREATION_P99_MS),
    ...describeLatencies('status read', latencies.status, MAX_STATUS_P99_MS),
    ...describeLatencies('course read', latencies.course),
    ...describeLatencies('/livez', latencies.live),
    ...describeOutcome(measurement),
  ];
}

/** Describes the load on a database with a million closed claims, compared with the mean of loads without them. */
export function describeLargeLoad(
  measurement: Measurement,
  withoutClaims: readonly Measurement[],
): ReportLine[] {
  const { rates, latencies } = measurement.load;
  const meanWithout = (getValue: (load: LoadResult) => number) =>
    withoutClaims.reduce((sum, { load }) => sum + getValue(load), 0) / withoutClaims.length;
  const getP99 = (load: LoadResult) => calculatePercentile(load.latencies.creation, 0.99);
  const rateWithout = meanWithout(load => load.rates.creation);
  return [
    { name: 'claims created without closed claims', value: rateWithout, unit: '/s' },
    { name: 'claims created', value: rates.creation, unit: '/s' },
    {
      name: 'claims/s without ÷ with closed claims',
      value: rateWithout / rates.creation,
      unit: '×',
      goal: { atMost: MAX_SLOWDOWN },
    },
    {
      name: 'creation, p99, with ÷ without closed claims',
      value: getP99(measurement.load) / meanWithout(getP99),
      unit: '×',
      goal: { atMost: MAX_SLOWDOWN },
    },
    ...describeLatencies('creation', latencies.creation),
    ...describeLatencies('status read', latencies.status),
    ...describeLatencies('course read', latencies.course),
    ...describeOutcome(measurement),
    {
      name: 'failed requests and data problems without closed claims',
      value: withoutClaims.reduce((sum, one) => sum + countFailures(one.load) + one.problems.length, 0),
      unit: '',
      goal: { atMost: 0 },
    },
  ];
}

/** Lines with the percentiles of a kind of request; `maxP99` is the goal of the 99th. */
function describeLatencies(name: string, values: readonly number[], maxP99?: number): ReportLine[] {
  const percentile = (share: number) => calculatePercentile(values, share);
  return [
    { name: `${name}, p50`, value: percentile(0.5), unit: 'ms' },
    { name: `${name}, p95`, value: percentile(0.95), unit: 'ms' },
    {
      name: `${name}, p99`,
      value: percentile(0.99),
      unit: 'ms',
      ...(maxP99 !== undefined && { goal: { atMost: maxP99 } }),
    },
    { name: `${name}, max of ${values.length}`, value: percentile(1), unit: 'ms' },
  ];
}

const countFailures = ({ failures }: LoadResult) =>
  [...failures.values()].reduce((sum, count) => sum + count, 0);

function describeOutcome({ load, problems }: Measurement): ReportLine[] {
  return [
    {
      name: 'failed requests',
      value: countFailures(load),
      unit: '',
      goal: { atMost: 0 },
      detail: [...load.failures].map(([name, count]) => `${name}: ${count}`).join(', '),
    },
    {
      name: `problems in the data after ${load.acknowledged.length} claims`,
      value: problems.length,
      unit: '',
      goal: { atMost: 0 },
    },
    { name: 'CPU of the load generator, one core', value: 100 * load.generatorShare, unit: '%' },
  ];
}
