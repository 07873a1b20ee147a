import { signal } from '@preact/signals-core';
import { expect, test } from 'vitest';
import { watchPairRequisites } from '#core/account/requisites/watchPairRequisites.ts';
import { createApiClient } from '#core/api/client.ts';
import type { AccountRequisite } from '#core/contract/account/savedRequisite.ts';
import type { CurrencyItem } from '#core/contract/calculator.ts';
import { createFakeBackend } from '../../support/fakeBackend.ts';
import { waitUntil } from '../../support/fakeClock.ts';

const toItem = (id: number, code: string) => ({ id, code }) as CurrencyItem;

/** Watches the requisites of a pair of a backend that answers it with those of `savedOf` for each side. */
function watchPair(savedOf: (path: string) => Record<'from' | 'to', unknown>) {
  const backend = createFakeBackend(Date.now);
  backend.hasExtensions = false;
  const api = createApiClient({
    base: '',
    async fetch(url, init) {
      const pair = (await (await backend.fetch(url, init)).json()) as {
        structure: Record<'from' | 'to', { input: { type: string }[]; savedRequisites?: unknown }>;
      };
      for (const field of pair.structure.from.input) field.type = 'address';
      const saved = savedOf(url);
      pair.structure.from.savedRequisites = saved.from;
      pair.structure.to.savedRequisites = saved.to;
      return Response.json(pair);
    },
  });
  const exchange = { from: signal(toItem(1, 'BTC')), to: signal(toItem(3, 'SBERRUB')) };
  const loaded: (readonly AccountRequisite[])[] = [];
  const stop = watchPairRequisites(api, exchange, requisites => loaded.push(requisites));
  return { exchange, loaded, stop, requestedUrls: backend.requestedUrls };
}

test('the saved requisites of a pair fit its sides', async () => {
  const { loaded, exchange, stop, requestedUrls } = watchPair(path =>
    path.includes('/1/3/')
      ? {
          from: [{ id: 'w', values: { address: 'bc1q' }, label: 'Холодный' }],
          to: [{ id: 7, values: { card: '2200000000000004' } }],
        }
      : { from: null, to: [] },
  );
  await waitUntil(() => loaded.length > 0, 'the requisites');
  expect(loaded[0]).toMatchObject([
    { id: 'w', type: 'wallet', currency: { code: 'BTC' }, values: { address: 'bc1q' }, label: 'Холодный' },
    { id: '7', type: 'card', currency: { code: 'SBERRUB' }, masked: '•••• 0004', label: '', usedAt: null },
  ]);
  exchange.to.value = toItem(2, 'USDTTRC20');
  await waitUntil(() => requestedUrls.length === 2, 'the other pair');
  stop();
  exchange.to.value = toItem(3, 'SBERRUB');
  expect(requestedUrls).toEqual(['/api/v1/calculator/pair/1/3/', '/api/v1/calculator/pair/1/2/']);
  expect(loaded).toHaveLength(1);
});
