import { effect, untracked } from '@preact/signals-core';
import { fetchPairRequisites } from '../../api/account/savedRequisites.ts';
import type { ApiClient } from '../../api/client.ts';
import type { AccountRequisite } from '../../contract/account/savedRequisite.ts';
import type { ExchangeModel } from '../../exchange/form/exchangeModel.ts';

/**
 * Loads the saved requisites in the response of each selected pair, for a backend whose list lacks them. Calls `onLoad`
 * only if there are any. Returns a function that stops it.
 */
export function watchPairRequisites(
  api: ApiClient,
  exchange: Pick<ExchangeModel, 'from' | 'to'>,
  onLoad: (requisites: readonly AccountRequisite[]) => void,
): () => void {
  let request = new AbortController();

  async function load(pair: Parameters<typeof fetchPairRequisites>[1], signal: AbortSignal): Promise<void> {
    // Without saved requisites the visitor types them.
    const requisites = await fetchPairRequisites(api, pair, { signal }).catch(() => []);
    if (!signal.aborted && requisites.length > 0) onLoad(requisites);
  }

  const stop = effect(() => {
    const [from, to] = [exchange.from.value, exchange.to.value];
    request.abort();
    request = new AbortController();
    const { signal } = request;
    if (from && to) untracked(() => void load({ from, to }, signal));
  });
  return () => {
    stop();
    request.abort();
  };
}
