import { useEffect, useState } from 'react';
import { fetchDirections } from '#core/api/calculator.ts';
import type { ApiClient } from '#core/api/client.ts';

/** A currency to filter by. */
export interface CurrencyOption {
  code: string;
  label: string;
}

/** All currencies of the exchange; none until they are loaded, and if they cannot be. */
export function useCurrencyOptions(api: ApiClient): readonly CurrencyOption[] {
  const [options, setOptions] = useState<readonly CurrencyOption[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    fetchDirections(api, { signal: controller.signal }).then(
      directions => {
        const items = directions.flatMap(direction => direction.items ?? []);
        setOptions(
          items.map(({ code, kind, ticker, network, name }) => ({
            code,
            label: kind === 'crypto' ? [ticker, network].filter(Boolean).join(' ') : name,
          })),
        );
      },
      // The search finds currencies, too.
      () => undefined,
    );
    return () => controller.abort();
  }, [api]);
  return options;
}

/** The currencies, and the one of the address even if the exchange does not have it. */
export function listOptions(
  currencies: readonly CurrencyOption[],
  selected: string | null,
): readonly CurrencyOption[] {
  return selected === null || currencies.some(({ code }) => code === selected)
    ? currencies
    : [{ code: selected, label: selected }, ...currencies];
}
