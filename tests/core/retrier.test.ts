import { describe, expect, it } from 'vitest';
import { ApiError } from '#core/api/apiError.ts';
import { createRetrier } from '#core/retrier.ts';
import { createFakeClock, flushTasks } from '../support/fakeClock.ts';

const networkError = new ApiError('lost', { kind: 'network' });
const httpError = (status: number, retryAfter: number | null = null) =>
  new ApiError('refused', { kind: 'http', status, retryAfter });

/** Runs an operation that fails with `errors` in turn, then resolves with the attempt's number. */
function setupRetry(...errors: unknown[]) {
  const clock = createFakeClock();
  const retrier = createRetrier(clock);
  const controller = new AbortController();
  const attempts: number[] = [];
  let waitCount = 0;
  const result = retrier.run(
    async attempt => {
      attempts.push(attempt);
      if (attempt < errors.length) throw errors[attempt];
      return attempt;
    },
    { signal: controller.signal, onWait: () => waitCount++ },
  );
  const outcome = result.catch((error: unknown) => error);
  return { clock, retrier, controller, attempts, outcome, waitCount: () => waitCount };
}

describe('a retried operation', () => {
  it('backs off after transient errors until it succeeds', async () => {
    const errors = [networkError, httpError(502), httpError(503), networkError, networkError];
    const { clock, attempts, outcome, waitCount } = setupRetry(...errors);
    for (const [index, ms] of [2_000, 4_000, 8_000, 10_000, 10_000].entries()) {
      await clock.advance(ms - 1);
      expect(attempts).toHaveLength(index + 1);
      await clock.advance(1);
      expect(attempts).toHaveLength(index + 2);
    }
    expect(await outcome).toBe(5);
    expect(waitCount()).toBe(5);
  });

  it('obeys Retry-After', async () => {
    const { clock, attempts, outcome } = setupRetry(httpError(503, 20));
    await clock.advance(19_999);
    expect(attempts).toEqual([0]);
    await clock.advance(1);
    expect(await outcome).toBe(1);
  });

  it.each([
    ['a refusal', httpError(409)],
    ['a rate limit', httpError(429, 1)],
    ['a response of a wrong shape', new ApiError('shape', { kind: 'shape', status: 200 })],
    ['a defect', new TypeError('undefined is not a function')],
  ])('is not repeated after %s', async (_, error) => {
    const { clock, attempts, outcome, waitCount } = setupRetry(error);
    await clock.advance(600_000);
    expect(await outcome).toBe(error);
    expect([attempts.length, waitCount()]).toEqual([1, 0]);
  });

  it('is repeated at once by retryNow', async () => {
    const { retrier, outcome } = setupRetry(httpError(503, 600));
    await flushTasks();
    retrier.retryNow();
    expect(await outcome).toBe(1);
  });

  it('stops at once when aborted while it waits', async () => {
    const { clock, controller, attempts, outcome } = setupRetry(networkError);
    await flushTasks();
    controller.abort('another claim');
    expect(await outcome).toBe('another claim');
    await clock.advance(600_000);
    expect(attempts).toEqual([0]);
  });

  it('never starts when aborted before', async () => {
    let callCount = 0;
    const signal = AbortSignal.abort('too late');
    const onWait = () => undefined;
    const result = createRetrier(createFakeClock()).run(async () => void callCount++, { signal, onWait });
    await expect(result).rejects.toBe('too late');
    expect(callCount).toBe(0);
  });
});
