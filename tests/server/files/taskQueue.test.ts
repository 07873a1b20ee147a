import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTaskQueue } from '#server/platform/files/taskQueue.ts';

test('runs one task at a time, in order, also after a failure', async () => {
  const queue = createTaskQueue(10);
  const events: string[] = [];
  const runTask = (name: string) =>
    queue.run(async () => {
      events.push(`${name} starts`);
      await setImmediate();
      events.push(`${name} ends`);
      if (name === 'b') throw new Error('failed');
      return name;
    });
  expect(await Promise.allSettled(['a', 'b', 'c'].map(runTask))).toMatchObject([
    { value: 'a' },
    { reason: new Error('failed') },
    { value: 'c' },
  ]);
  expect(events).toEqual(['a', 'b', 'c'].flatMap(name => [`${name} starts`, `${name} ends`]));
});

test('handles other events between two tasks', async () => {
  const queue = createTaskQueue(10);
  let eventCount = 0;
  let isOver = false;
  const countEvents = () => {
    eventCount++;
    if (!isOver) globalThis.setImmediate(countEvents);
  };
  globalThis.setImmediate(countEvents);
  await Promise.all(Array.from({ length: 20 }, () => queue.run(async () => undefined)));
  isOver = true;
  expect(eventCount).toBeGreaterThanOrEqual(18);
});

test('is full while so many tasks wait', async () => {
  const queue = createTaskQueue(2);
  const tasks = [];
  for (const isFull of [false, false, false]) {
    expect(queue.isFull()).toBe(isFull);
    tasks.push(queue.run(() => setImmediate()));
  }
  expect(queue.isFull()).toBe(true);
  await tasks[0];
  expect(queue.isFull()).toBe(false);
  await Promise.all(tasks);
});
