import { expect, test } from 'vitest';
import { ApiError } from '#core/api/apiError.ts';
import { createServerQuery, LIST_POLLING, NO_POLLING } from '#core/serverQuery.ts';
import { createFakeClock } from '../support/fakeClock.ts';

test('a view that stays the same is loaded less often, and a failed one not before Retry-After', async () => {
  const clock = createFakeClock(0);
  let data = 1;
  let failure: ApiError | null = null;
  const times: number[] = [];
  const query = createServerQuery<number, string>(
    clock,
    async () => {
      times.push(clock.now() / 1_000);
      if (failure) throw failure;
      return data;
    },
    {
      polling: { ...LIST_POLLING, interval: { firstMs: 3_000, growth: 2, maxMs: 8_000 } },
      isChanged: (now, previous) => now !== previous,
    },
  );
  query.show('a');
  await clock.advance(22_000);
  expect(times.splice(0)).toEqual([0, 3, 9, 17]);
  data = 2;
  await clock.advance(10_000);
  expect(times.splice(0)).toEqual([25, 28]);

  failure = new ApiError('busy', { kind: 'http', status: 429, retryAfter: 20 });
  await clock.advance(6_000);
  expect(times.splice(0)).toEqual([34]);
  expect(query.state.peek()).toMatchObject({ data: 2, refreshFailure: { after: 20 } });
  failure = null;
  await clock.advance(19_000);
  expect(times).toEqual([54]);
  expect(query.state.peek()).toMatchObject({ loadedAt: 54_000, refreshFailure: null });

  failure = new ApiError('no such call', { kind: 'http', status: 404 });
  query.show('b');
  await clock.advance(60_000);
  expect(query.state.peek()).toEqual({ phase: 'unsupported' });
  expect(times).toEqual([54, 57]);
  query.stop();
});

test('views that share data keep it on screen when another one cannot be loaded', async () => {
  const clock = createFakeClock(0);
  let failure: ApiError | null = null;
  const createQuery = (sharesData: boolean) =>
    createServerQuery<string, string>(
      clock,
      async (_, view) => {
        if (failure) throw failure;
        return `data of ${view}`;
      },
      { polling: LIST_POLLING, sharesData },
    );
  const queries = [createQuery(true), createQuery(false)];
  for (const query of queries) query.show('a');
  await clock.advance(0);
  failure = new ApiError('down', { kind: 'http', status: 503 });
  for (const query of queries) query.show('b');
  await clock.advance(0);
  const [kept, dropped] = queries.map(({ state }) => state.peek());
  expect(kept).toMatchObject({ phase: 'ready', view: 'a', data: 'data of a', refreshFailure: {} });
  expect(dropped).toMatchObject({ phase: 'failed' });
  // The failure of a view is not that of another one, and a repetition can fail again.
  const failures: unknown[] = [];
  const stop = queries[0]?.state.subscribe(now =>
    failures.push(now.phase === 'ready' && !!now.refreshFailure),
  );
  queries[0]?.show('c');
  await clock.advance(0);
  queries[0]?.reload();
  await clock.advance(0);
  expect(failures).toEqual([true, false, true, false, true]);
  stop?.();
  for (const query of queries) query.show('b');
  failure = null;
  for (const query of queries) query.reload();
  await clock.advance(0);
  for (const { state, stop } of queries) {
    expect(state.peek()).toMatchObject({ phase: 'ready', data: 'data of b', refreshFailure: null });
    stop();
  }
});

test('a page keeps its data until it has newer data, and stops asking when it is left', async () => {
  const clock = createFakeClock(0);
  const requests: { at: number; revalidate: boolean | undefined; signal: AbortSignal | undefined }[] = [];
  let answers: ((data: string) => void)[] = [];
  const query = createServerQuery<string>(clock, ({ revalidate, signal }) => {
    requests.push({ at: clock.now() / 1_000, revalidate, signal });
    return new Promise(resolve => answers.push(resolve));
  });
  const answer = async (data: string) => {
    for (const resolve of answers.splice(0)) resolve(data);
    await clock.advance(0);
  };
  const readData = () => {
    const now = query.state.peek();
    return now.phase === 'ready' ? now.data : now.phase;
  };
  query.refresh();
  query.reload();
  expect(requests).toEqual([]);
  query.show(null);
  expect([readData(), query.isLoading.peek()]).toEqual(['loading', true]);
  await answer('first');
  expect([readData(), query.isLoading.peek()]).toEqual(['first', false]);
  // The figures of a page are polled every minute, without a sign of it.
  await clock.advance(60_000);
  expect(requests.map(({ at, revalidate }) => [at, revalidate])).toEqual([
    [0, false],
    [60, false],
  ]);
  expect(query.isLoading.peek()).toBe(false);
  // An answer that is older than a change is ignored.
  const [late] = answers;
  query.change(data => `${data}, changed`);
  late?.('second');
  await clock.advance(0);
  expect(readData()).toBe('first, changed');
  answers = [];
  query.reload();
  expect([readData(), query.isLoading.peek()]).toEqual(['first, changed', true]);
  expect(requests[2]?.revalidate).toBe(true);
  await answer('third');
  // A hidden page does not poll, and loads again when it is shown.
  query.setVisible(false);
  await clock.advance(120_000);
  expect(requests).toHaveLength(3);
  query.setVisible(true);
  expect(requests).toHaveLength(4);
  query.stop();
  expect(requests[3]?.signal?.aborted).toBe(true);
  await clock.advance(120_000);
  expect(requests).toHaveLength(4);
  expect(readData()).toBe('third');
  query.show(null);
  expect([requests.length, readData()]).toEqual([5, 'third']);
  query.stop();
});

test('a change does not lose the response that the visitor waits for, and missing data may come back', async () => {
  const clock = createFakeClock(0);
  let answer: () => Promise<string> = () => Promise.resolve('first');
  const query = createServerQuery<string>(clock, () => answer(), { polling: NO_POLLING });
  query.show(null);
  await clock.advance(0);
  const pending = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
  answer = () => pending[0].promise;
  query.reload();
  answer = () => pending[1].promise;
  query.change(data => `${data}, changed`);
  expect(query.state.peek()).toMatchObject({ data: 'first, changed' });
  pending[0].resolve('older than the change');
  await clock.advance(0);
  expect(query.state.peek()).toMatchObject({ data: 'first, changed' });
  expect(query.isLoading.peek()).toBe(true);
  pending[1].resolve('second');
  await clock.advance(0);
  expect(query.state.peek()).toMatchObject({ data: 'second' });
  expect(query.isLoading.peek()).toBe(false);
  query.stop();

  const missing = createServerQuery<string>(clock, () => answer(), { polling: NO_POLLING });
  answer = () => Promise.reject(new ApiError('a sign-in page', { kind: 'shape', status: 200 }));
  missing.show(null);
  await clock.advance(0);
  expect(missing.state.peek()).toEqual({ phase: 'unsupported' });
  answer = () => Promise.reject(new ApiError('down', { kind: 'network' }));
  missing.refresh();
  await clock.advance(0);
  expect(missing.state.peek()).toEqual({ phase: 'unsupported' });
  answer = () => Promise.resolve('third');
  missing.refresh();
  await clock.advance(0);
  expect(missing.state.peek()).toMatchObject({ phase: 'ready', data: 'third' });
  missing.stop();
});
