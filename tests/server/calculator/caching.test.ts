import { expect, test } from 'vitest';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';

const CALCULATOR_PATH = '/api/v1/calculator';

/** Paths whose responses contain no course. */
const CACHEABLE_PATHS = ['/', '/from/', '/from/1/', '/to/5/', '/settings/', '/chat/'];
const PRICED_PATHS = ['/pair/1/5/', '/course/1/5/', '/settings/?cur_from=BTC&cur_to=SBERRUB'];

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer());

  test('serves calculator reads and exports from memory', async () => {
    await testServer.context.catalogue.stopPolling();
    // Kysely destroys only what has run a query.
    expect((await testServer.get('/healthz')).status).toBe(200);
    await testServer.context.catalogue.reload();
    await testServer.context.db.destroy();
    await testServer.context.healthDb.destroy();
    for (const path of [
      ...CACHEABLE_PATHS,
      ...PRICED_PATHS,
      '/reserves/',
      '/market/?pairs=BTC-SBERRUB',
      '/tech/',
    ])
      expect([path, (await testServer.get(CALCULATOR_PATH + path)).status]).toEqual([path, 200]);
    for (const path of ['/rates.xml', '/rates.json']) expect((await testServer.get(path)).status).toBe(200);
    // The health probe fails without the database.
    await expect.poll(async () => (await testServer.get('/healthz')).status, { timeout: 5_000 }).toBe(503);
  });

  test('caches responses without a course with stale-while-revalidate and ETag', async () => {
    for (const path of CACHEABLE_PATHS) {
      const first = await testServer.get(CALCULATOR_PATH + path);
      expect([path, first.headers.get('cache-control')]).toEqual([
        path,
        expect.stringMatching(/^public, max-age=\d+, stale-while-revalidate=\d+$/),
      ]);
      const tag = first.headers.get('etag') ?? '';
      const repeated = await testServer.get(CALCULATOR_PATH + path, { 'if-none-match': tag });
      expect([path, repeated.status, await repeated.text()]).toEqual([path, 304, '']);
      expect(repeated.headers.get('etag')).toBe(tag);
    }
    for (const path of PRICED_PATHS)
      expect((await testServer.get(CALCULATOR_PATH + path)).headers.get('cache-control')).toBe('no-store');
    // A reserve may be at most 5 s old.
    for (const path of ['/reserves/', '/market/?pairs=BTC-SBERRUB']) {
      const { headers } = await testServer.get(CALCULATOR_PATH + path);
      expect(headers.get('cache-control')).toBe('public, max-age=5');
      const tag = headers.get('etag') ?? '';
      expect((await testServer.get(CALCULATOR_PATH + path, { 'if-none-match': tag })).status).toBe(304);
    }
  });

  test('a closed currency changes the tag of the directions', async () => {
    const tag = (await testServer.get(`${CALCULATOR_PATH}/`)).headers.get('etag') ?? '';
    const { db, catalogue } = testServer.context;
    await db.updateTable('currencies').set({ send_closed: 'Нет' }).where('code', '=', 'BTC').execute();
    await catalogue.reload();
    expect((await testServer.get(`${CALCULATOR_PATH}/`, { 'if-none-match': tag })).status).toBe(200);
  });
});
