import { sendCall } from '#core/api/sendCall.ts';
import { listDirectionsCall } from '#core/contract/calculator.ts';
import { useSignals } from '@preact/signals-react/runtime';
import type { ApiClient, CallOptions } from '#core/api/client.ts';
import { createPolling, createServerQuery } from '#core/serverQuery.ts';
import { useServerQuery } from '../../live/useServerQuery.ts';

/** A currency to filter by. */
export interface CurrencyOption {
  code: string;
  label: string;
  kind: string;
}

/** Loaded once; after a failure again, because their fields would stay empty. */
const LOAD_ONCE = createPolling(Infinity, 5_000);

/** All currencies of the exchange; none until they are loaded. */
export function useCurrencyOptions(api: ApiClient): readonly CurrencyOption[] {
  useSignals();
  const query = useServerQuery(() =>
    createServerQuery(api.clock, options => fetchCurrencyOptions(api, options), { polling: LOAD_ONCE }),
  );
  const state = query.state.value;
  return state.phase === 'ready' ? state.data : [];
}

async function fetchCurrencyOptions(api: ApiClient, options: CallOptions): Promise<CurrencyOption[]> {
  const directions = await sendCall(api, listDirectionsCall, options);
  const items = directions.flatMap(direction => direction.items ?? []);
  return items.map(({ code, kind, ticker, network, name }) => ({
    code,
    kind,
    label: kind === 'crypto' ? [ticker, network].filter(Boolean).join(' ') : name,
  }));
}

/** The currencies, and the one of the address even if the exchange does not have it. */
export function listOptions(
  currencies: readonly CurrencyOption[],
  selected: string | null,
): readonly CurrencyOption[] {
  return selected === null || currencies.some(({ code }) => code === selected)
    ? currencies
    : [{ code: selected, label: selected, kind: '' }, ...currencies];
}
