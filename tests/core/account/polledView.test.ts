import { expect, test } from 'vitest';
import { createPolledView } from '#core/account/createPolledView.ts';
import { ApiError } from '#core/api/apiError.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

test('a view that stays the same is loaded less often, and a failed one not before Retry-After', async () => {
  const clock = createFakeClock(0);
  let data = 1;
  let failure: ApiError | null = null;
  const times: number[] = [];
  const model = createPolledView({
    clock,
    interval: { firstMs: 3_000, growth: 2, maxMs: 8_000 },
    formatView: (view: string) => view,
    async fetchView() {
      times.push(clock.now() / 1_000);
      if (failure) throw failure;
      return data;
    },
    isChanged: (now, previous) => now !== previous,
  });
  model.show('a');
  await clock.advance(22_000);
  expect(times.splice(0)).toEqual([0, 3, 9, 17]);
  data = 2;
  await clock.advance(10_000);
  expect(times.splice(0)).toEqual([25, 28]);

  failure = new ApiError('busy', { kind: 'http', status: 429, retryAfter: 20 });
  await clock.advance(6_000);
  expect(times.splice(0)).toEqual([34]);
  expect(model.state.peek()).toMatchObject({ data: 2, refreshFailure: { after: 20 } });
  failure = null;
  await clock.advance(19_000);
  expect(times).toEqual([54]);
  expect(model.state.peek()).toMatchObject({ loadedAt: 54_000, refreshFailure: null });

  failure = new ApiError('no such call', { kind: 'http', status: 404 });
  model.show('b');
  await clock.advance(60_000);
  expect(model.state.peek()).toEqual({ phase: 'unsupported' });
  expect(times).toEqual([54, 57]);
  model.dispose();
});

test('views that share data keep it on screen when another one cannot be loaded', async () => {
  const clock = createFakeClock(0);
  let failure: ApiError | null = null;
  const createModel = (sharesData: boolean) =>
    createPolledView({
      clock,
      sharesData,
      formatView: (view: string) => view,
      async fetchView(view) {
        if (failure) throw failure;
        return `data of ${view}`;
      },
    });
  const models = [createModel(true), createModel(false)];
  for (const model of models) model.show('a');
  await clock.advance(0);
  failure = new ApiError('down', { kind: 'http', status: 503 });
  for (const model of models) model.show('b');
  await clock.advance(0);
  const [kept, dropped] = models.map(({ state }) => state.peek());
  expect(kept).toMatchObject({ phase: 'ready', view: 'a', data: 'data of a', refreshFailure: {} });
  expect(dropped).toMatchObject({ phase: 'failed' });
  // The failure of a view is not that of another one, and a repetition can fail again.
  const failures: unknown[] = [];
  const stop = models[0]?.state.subscribe(now =>
    failures.push(now.phase === 'ready' && !!now.refreshFailure),
  );
  models[0]?.show('c');
  await clock.advance(0);
  models[0]?.reload();
  await clock.advance(0);
  expect(failures).toEqual([true, false, true, false, true]);
  stop?.();
  for (const model of models) model.show('b');
  failure = null;
  for (const model of models) model.reload();
  await clock.advance(0);
  for (const { state, dispose } of models) {
    expect(state.peek()).toMatchObject({ phase: 'ready', data: 'data of b', refreshFailure: null });
    dispose();
  }
});
