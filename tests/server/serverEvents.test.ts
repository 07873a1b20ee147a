import { expect, test } from 'vitest';
import {
  listenToEvents,
  publishEvent,
  startTimer,
  type ServerEvents,
} from '#server/platform/serverEvents.ts';

type ReceivedEvent = ServerEvents['jobRan'] | ServerEvents['transactionEnded'];

test('measures and reports nothing without a listener, and survives one that fails', async () => {
  // Servers of other tests of this process may listen to the real events.
  expect(startTimer('unheard' as 'transactionEnded')).toBeUndefined();
  publishEvent('jobRan', { job: 'early', isFailed: false });

  const received: ReceivedEvent[] = [];
  const errors: unknown[] = [];
  const ignore = () => {};
  listenToEvents(
    {
      requestStarted: ignore,
      requestEnded: ignore,
      requestRefused: ignore,
      claimCreated: () => {
        throw new Error('a label is wrong');
      },
      transactionEnded: event => void received.push(event),
      transactionRetried: ignore,
      connectionAwaited: ignore,
      lockAwaited: ignore,
      lockTimedOut: ignore,
      connectionFailed: ignore,
      webhookAttempted: ignore,
      jobStarted: ignore,
      jobRan: event => void received.push(event),
    },
    error => errors.push(error),
  );
  publishEvent('claimCreated', {});
  publishEvent('jobRan', { job: 'mail', isFailed: true });
  startTimer('transactionEnded')?.({ outcome: 'committed' });
  expect(errors).toEqual([new Error('a label is wrong')]);
  expect(received).toEqual([
    { job: 'mail', isFailed: true },
    { outcome: 'committed', seconds: expect.any(Number) },
  ]);
});
