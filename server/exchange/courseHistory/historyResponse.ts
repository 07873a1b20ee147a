import * as v from 'valibot';
import {
  HISTORY_PERIODS,
  type CourseHistory,
  type HistoryPeriod,
  type HistorySelection,
} from '#core/contract/course/courseHistory.ts';
import { parseCourse } from '#core/exchange/course.ts';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import type { Currency } from '../catalogue/catalogueSnapshot.ts';
import type { ExchangeContext } from '../context.ts';
import { setNewest } from '#server/platform/setNewest.ts';
import { createFieldProblem, createProblem } from '#server/platform/http/problem.ts';
import { isGreaterFraction } from '../courses/prices/fraction.ts';
import { findOpenCourse, isExchangeablePair } from '../courses/pricing.ts';
import { readCourseSamples, SAMPLE_INTERVAL_MS, type CourseSample } from './courseSamples.ts';

/** Length of each period, and the time between two points of its response, milliseconds. */
const PERIODS: Readonly<Record<HistoryPeriod, { lengthMs: number; stepMs: number }>> = {
  '24h': { lengthMs: DAY_MS, stepMs: SAMPLE_INTERVAL_MS },
  '7d': { lengthMs: 7 * DAY_MS, stepMs: DAY_MS / 24 },
  '30d': { lengthMs: 30 * DAY_MS, stepMs: DAY_MS / 6 },
};

/** How long a response is cached, milliseconds, so that many visitors cause one query. */
const CACHE_MS = 60_000;

/** Maximum number of cached responses; each has at most 12 kB. */
const MAX_CACHED_HISTORIES = 1_000;

/** Creates the handler of GET calculator/history/, which caches each response for a minute. */
export function createHistoryReader(
  context: ExchangeContext,
): (query: Partial<Record<keyof HistorySelection, string>>) => Promise<CourseHistory> {
  const cache = new Map<string, { until: number; history: Promise<CourseHistory> }>();

  return async ({ from: fromCode = '', to: toCode = '', period: periodText }) => {
    const period = v.safeParse(v.picklist(HISTORY_PERIODS), periodText);
    if (!period.success) throw createFieldProblem({ period: { code: 'option_unknown' } });
    const from = context.catalogue.findCurrencyByCode(fromCode);
    const to = context.catalogue.findCurrencyByCode(toCode);
    if (!from || !to) throw createProblem(404, 'currency_unknown');
    if (!isExchangeablePair(from, to)) throw createProblem(404, 'pair_unknown');
    const key = `${from.id}-${to.id}-${period.output}`;
    const now = context.now();
    const cached = cache.get(key);
    if (cached && cached.until > now && cached.until <= now + CACHE_MS) return cached.history;
    const history = buildHistory(context, from, to, period.output);
    setNewest(cache, key, { until: now + CACHE_MS, history }, MAX_CACHED_HISTORIES);
    // Failures are not cached.
    history.catch(() => cache.delete(key));
    return history;
  };
}

async function buildHistory(
  context: ExchangeContext,
  from: Currency,
  to: Currency,
  period: HistoryPeriod,
): Promise<CourseHistory> {
  const { lengthMs, stepMs } = PERIODS[period];
  const now = context.now();
  const since = now - lengthMs;
  const samples = await readCourseSamples(context.db, { fromId: from.id, toId: to.id, since });
  // Samples later than now may exist after the clock was set back.
  const past = samples.filter(({ at }) => at <= now);
  return {
    from: from.code,
    to: to.code,
    currencyFrom: from.ticker,
    currencyTo: to.ticker,
    course: findOpenCourse(context, from.id, to.id),
    since: formatInstant(since),
    step: stepMs / 1_000,
    points: selectLastOfSteps(past, stepMs).map(({ at, course }) => ({ at: formatInstant(at), course })),
    ...findExtremes(past),
  };
}

const formatInstant = (ms: number) => new Date(ms).toISOString();

/** Selects the last sample of each step. */
function selectLastOfSteps(samples: readonly CourseSample[], stepMs: number): CourseSample[] {
  return samples.filter(
    ({ at }, index) => Math.floor((samples[index + 1]?.at ?? Infinity) / stepMs) > Math.floor(at / stepMs),
  );
}

/** Finds the lowest and the highest of all samples, including those that are no points of the response. */
function findExtremes(samples: readonly CourseSample[]): Pick<CourseHistory, 'min' | 'max'> {
  const fractions = samples.map(({ course }) => ({ course, ...parseCourse(course) }));
  const select = (isBetter: typeof isGreaterFraction) =>
    fractions.reduce<(typeof fractions)[number] | null>(
      (best, one) => (best === null || isBetter(one, best) ? one : best),
      null,
    )?.course ?? null;
  return { min: select((a, b) => isGreaterFraction(b, a)), max: select(isGreaterFraction) };
}
