import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { addReceipt } from '#server/exchange/claims/payment/receipts.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { createPdf } from '../../support/sampleFiles.ts';
import { createBeforeEach, createTestServer } from '../../support/testServer.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';

const testServer = createBeforeEach(() => createTestServer(relaxedLimits));
afterEach(() => testServer.close());

test('other writes come between files that are stored at the same time', async () => {
  const { context } = testServer;
  const drivers = await Promise.all(
    Array.from({ length: 4 }, () => createClaimDriver(testServer, 'SBERRUB', 'USDTTRC20')),
  );
  const bytes = createPdf('x'.repeat(1024 * 1024));
  const signal = new AbortController().signal;
  let storedCount = 0;
  const storing = drivers.map(async ({ id }) => {
    await addReceipt(context, id, { name: 'a.pdf', hash: 'h', bytes, signal });
    storedCount++;
  });
  const storedCountsAtWrites = new Set<number>();
  while (storedCount < drivers.length) {
    await setImmediate();
    await context.db.updateTable('heartbeat').set({ at: 1n }).execute();
    storedCountsAtWrites.add(storedCount);
  }
  await Promise.all(storing);
  for (const count of [1, 2, 3]) expect(storedCountsAtWrites).toContain(count);
});
