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
