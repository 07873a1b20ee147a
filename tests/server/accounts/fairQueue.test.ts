import { expect, test } from 'vitest';
import { createFairQueue, OverloadedError } from '#server/platform/passwords/fairQueue.ts';

/** Creates a queue whose tasks end when the test says so. */
function setupQueue(limits: { maxWaitingPerNetwork?: number; maxWaiting?: number } = {}) {
  const runFairly = createFairQueue(['known', 'unknown'], {
    concurrency: 1,
    maxWaitingPerNetwork: 10,
    maxWaiting: 100,
    ...limits,
  });
  const order: string[] = [];
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const run = (lane: 'known' | 'unknown', network: string) =>
    runFairly(lane, network, async () => {
      await isReleased;
      order.push(`${lane} ${network}`);
    });
  return { run, release, order };
}

test('networks take turns, so one that sends much delays the others by one task each', async () => {
  const { run, release, order } = setupQueue();
  const tasks = ['first', 'busy', 'busy', 'busy', 'calm', 'other'].map(network => run('unknown', network));
  release();
  await Promise.all(tasks);
  expect(order.map(entry => entry.split(' ')[1])).toEqual(['first', 'busy', 'calm', 'other', 'busy', 'busy']);
});

test('lanes take turns', async () => {
  const { run, release, order } = setupQueue();
  const tasks = [
    run('unknown', 'first'),
    ...['a', 'b', 'c'].map(network => run('unknown', network)),
    ...['d', 'e'].map(network => run('known', network)),
  ];
  release();
  await Promise.all(tasks);
  expect(order).toEqual(['unknown first', 'known d', 'unknown a', 'known e', 'unknown b', 'unknown c']);
});

test('a network that waits too often is refused, and others are not', async () => {
  const { run, release } = setupQueue({ maxWaitingPerNetwork: 1 });
  const accepted = [run('unknown', 'a'), run('unknown', 'a')];
  await expect(run('unknown', 'a')).rejects.toBeInstanceOf(OverloadedError);
  accepted.push(run('unknown', 'b'));
  release();
  await Promise.all(accepted);
});

test('a full lane refuses, and the other does not', async () => {
  const { run, release } = setupQueue({ maxWaiting: 2 });
  const accepted = ['a', 'b', 'c'].map(network => run('unknown', network));
  await expect(run('unknown', 'd')).rejects.toBeInstanceOf(OverloadedError);
  accepted.push(run('known', 'd'));
  release();
  await Promise.all(accepted);
});

test('a failed task gives its turn to the next one', async () => {
  const runFairly = createFairQueue(['only'], { concurrency: 1, maxWaitingPerNetwork: 5, maxWaiting: 5 });
  const failed = runFairly('only', 'a', () => Promise.reject(new Error('failed')));
  const next = runFairly('only', 'a', () => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('failed');
  expect(await next).toBe('done');
});
