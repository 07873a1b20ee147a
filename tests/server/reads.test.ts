import { expect, test } from 'vitest';
import { forEachDatabase } from './world.ts';

const root = '/api/v1/calculator';

/** Reads that hold no course. */
const kept = ['/', '/from/', '/from/1/', '/to/5/', '/settings/', '/chat/'];
const priced = ['/pair/1/5/', '/course/1/5/', '/settings/?cur_from=BTC&cur_to=SBERRUB'];

forEachDatabase(open => {
  test('every read of the calculator, and the exports, are answered from memory: the database is not asked', async () => {
    const made = await open({ LIMIT_CALCULATOR_PER_MINUTE: '100000' });
    await made.context.catalogue.stop();
    await made.context.db.destroy();
    for (const path of [...kept, ...priced, '/reserves/', '/tech/'])
      expect([path, (await made.get(root + path)).status]).toEqual([path, 200]);
    for (const path of ['/rates.xml', '/rates.json']) expect((await made.get(path)).status).toBe(200);
    // That it is gone shows elsewhere.
    expect((await made.get('/healthz')).status).toBe(503);
  });

  test('what holds no course may be kept, is shown old while a new one comes, and is not sent twice', async () => {
    const made = await open({ LIMIT_CALCULATOR_PER_MINUTE: '100000' });
    for (const path of kept) {
      const first = await made.get(root + path);
      expect([path, first.headers.get('cache-control')]).toEqual([
        path,
        expect.stringMatching(/^public, max-age=\d+, stale-while-revalidate=\d+$/),
      ]);
      const tag = first.headers.get('etag') ?? '';
      const again = await made.get(root + path, { 'if-none-match': tag });
      expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
      expect(again.headers.get('etag')).toBe(tag);
    }
    for (const path of priced)
      expect((await made.get(root + path)).headers.get('cache-control')).toBe('no-store');
    // A reserve is shown as it is or not at all.
    expect((await made.get(`${root}/reserves/`)).headers.get('cache-control')).toBe('public, max-age=5');
  });

  test('a closed currency changes the tag of the directions', async () => {
    const made = await open();
    const tag = (await made.get(`${root}/`)).headers.get('etag') ?? '';
    const { db, catalogue } = made.context;
    await db.updateTable('currencies').set({ send_closed: 'Нет' }).where('code', '=', 'BTC').execute();
    await catalogue.reload();
    expect((await made.get(`${root}/`, { 'if-none-match': tag })).status).toBe(200);
  });
});
