import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Reserve } from '#core/contract/calculator.ts';
import type { Course } from '#core/contract/course/pair.ts';
import type { CourseHistory } from '#core/contract/course/courseHistory.ts';
import { SAMPLE_INTERVAL_MS, sampleCourses } from '#server/exchange/courseHistory/courseSamples.ts';
import {
  createBeforeEach,
  forEachDatabase,
  TEST_START_TIME,
  type TestServer,
} from '../../support/testServer.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const PAIR = 'from=USDTTRC20&to=SBERRUB';

const getJson = async <T>(testServer: TestServer, path: string) =>
  (await (await testServer.get(`/api/v1/calculator/${path}`)).json()) as T;

const getHistory = (testServer: TestServer, period: string, pair = PAIR) =>
  getJson<CourseHistory>(testServer, `history/?${pair}&period=${period}`);

/** Stores a course of USDTTRC20 → SBERRUB at a time. */
async function addSample({ context }: TestServer, at: number, course: string): Promise<void> {
  const getId = (code: string) => context.catalogue.findCurrencyByCode(code)?.id ?? 0;
  const courses = JSON.stringify({ [getId('SBERRUB')]: course, [getId('TCSBRUB')]: '1' });
  const from_id = BigInt(getId('USDTTRC20'));
  await context.db
    .insertInto('course_samples')
    .values({ from_id, at: BigInt(at), courses })
    .execute();
}

const countSamples = async ({ context }: TestServer) =>
  (await context.db.selectFrom('course_samples').select('at').distinct().execute()).length;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer());

  test('stores the course that the form shows, once in ten minutes', async () => {
    await sampleCourses(testServer.context);
    testServer.advanceClock(SAMPLE_INTERVAL_MS - 1);
    await sampleCourses(testServer.context);
    expect(await countSamples(testServer)).toBe(1);
    testServer.advanceClock(1);
    await sampleCourses(testServer.context);
    expect(await countSamples(testServer)).toBe(2);
    const reserves = await getJson<Reserve[]>(testServer, 'reserves/');
    const getId = (code: string) => reserves.find(reserve => reserve.code === code)?.id;
    const path = `course/${getId('USDTTRC20')}/${getId('SBERRUB')}/`;
    const { course } = await getJson<Course>(testServer, path);
    expect(await getHistory(testServer, '24h')).toEqual({
      from: 'USDTTRC20',
      to: 'SBERRUB',
      currencyFrom: 'USDT',
      currencyTo: 'RUB',
      course,
      since: new Date(testServer.now() - DAY_MS).toISOString(),
      step: 600,
      points: [
        { at: new Date(TEST_START_TIME).toISOString(), course },
        { at: new Date(TEST_START_TIME + SAMPLE_INTERVAL_MS).toISOString(), course },
      ],
      min: course,
      max: course,
    });
  });

  test('stores nothing for a closed pair, and shows no present course of it', async () => {
    const { db, catalogue } = testServer.context;
    await db.updateTable('currencies').set({ send_closed: 'Нет' }).where('code', '=', 'TON').execute();
    await catalogue.reload();
    await sampleCourses(testServer.context);
    expect(await getHistory(testServer, '24h', 'from=ton&to=ACRUB')).toMatchObject({
      course: null,
      points: [],
      min: null,
      max: null,
    });
    expect((await getHistory(testServer, '24h')).points).toHaveLength(1);
  });

  test('returns the last course of each step, and the extremes of all', async () => {
    const now = testServer.now();
    await addSample(testServer, now - 31 * DAY_MS, '99');
    await addSample(testServer, now - 8 * DAY_MS, '70.5');
    await addSample(testServer, now - 3 * HOUR_MS, '80');
    await addSample(testServer, now - 3 * HOUR_MS + SAMPLE_INTERVAL_MS, '100.25');
    await addSample(testServer, now - 3 * HOUR_MS + 2 * SAMPLE_INTERVAL_MS, '9.5');
    await addSample(testServer, now - HOUR_MS, '81');
    const coursesOf = async (period: string) => {
      const { points, min, max } = await getHistory(testServer, period);
      return { courses: points.map(({ course }) => course), min, max };
    };
    const lastDay = { min: '9.5', max: '100.25' };
    expect(await coursesOf('24h')).toEqual({ courses: ['80', '100.25', '9.5', '81'], ...lastDay });
    expect(await coursesOf('7d')).toEqual({ courses: ['9.5', '81'], ...lastDay });
    expect(await coursesOf('30d')).toEqual({ courses: ['70.5', '81'], ...lastDay });
  });

  test('keeps all courses for a day, one an hour for 30 days, and none longer', async () => {
    const now = testServer.now();
    for (const age of [30 * DAY_MS + 1, 30 * DAY_MS, 2 * DAY_MS, 23 * HOUR_MS])
      await addSample(testServer, now - age, '80');
    // Not the first of its hour.
    for (const age of [2 * DAY_MS, 23 * HOUR_MS])
      await addSample(testServer, now - age + SAMPLE_INTERVAL_MS, '80');
    await sampleCourses(testServer.context);
    const rows = await testServer.context.db
      .selectFrom('course_samples')
      .select(sql<bigint>`${BigInt(now)} - at`.as('age'))
      .distinct()
      .orderBy('age', 'desc')
      .execute();
    const ages = [30 * DAY_MS, 2 * DAY_MS, 23 * HOUR_MS, 23 * HOUR_MS - SAMPLE_INTERVAL_MS, 0];
    expect(rows.map(({ age }) => Number(age))).toEqual(ages);
  });

  test('may be cached for a minute, in memory too', async () => {
    const path = `/api/v1/calculator/history/?${PAIR}&period=24h`;
    const response = await testServer.get(path);
    expect(response.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=600');
    const etag = response.headers.get('etag') ?? '';
    await addSample(testServer, testServer.now(), '80');
    expect((await testServer.get(path, { 'if-none-match': etag })).status).toBe(304);
    testServer.advanceClock(60_000);
    expect((await getHistory(testServer, '24h')).points).toHaveLength(1);
  });

  test('refuses other periods and pairs', async () => {
    const refuse = async (query: string) => {
      const response = await testServer.get(`/api/v1/calculator/history/?${query}`);
      const { code, codes } = (await response.json()) as { code?: string; codes?: object };
      return [response.status, code ?? codes];
    };
    expect(await refuse(`${PAIR}&period=1y`)).toEqual([400, { period: 'option_unknown' }]);
    expect(await refuse('from=BTC&to=NONE&period=24h')).toEqual([404, 'currency_unknown']);
    expect(await refuse('from=BTC&to=BTC&period=24h')).toEqual([404, 'pair_unknown']);
  });
});
