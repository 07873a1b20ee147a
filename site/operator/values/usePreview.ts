import { useEffect, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ApiClient, CallOptions } from '#core/api/client.ts';
import { DECIMAL_PATTERN } from '#core/exchange/amount.ts';
import { createServerQuery, NO_POLLING } from '#core/serverQuery.ts';
import { useAccount } from '../../account/accountContext.ts';
import { useServerQuery } from '../../live/useServerQuery.ts';

/** Milliseconds without a keystroke before the server calculates. */
const PREVIEW_DELAY_MS = 250;

/**
 * What a value that is not saved yet would do, by the server; null until that is known. `value`: as `changeValueCall`
 * takes it; only decimals and `resetValue` are sent to the server.
 */
export function usePreview<T>(
  value: string,
  resetValue: string,
  load: (api: ApiClient, query: { value: string }, options: CallOptions) => Promise<T>,
): T | null {
  useSignals();
  const { api } = useAccount();
  const [asked, setAsked] = useState(value);
  useEffect(() => {
    const isComplete = value === resetValue || DECIMAL_PATTERN.test(value);
    const timer = setTimeout(() => isComplete && setAsked(value), PREVIEW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [value, resetValue]);
  const query = useServerQuery<T, string>(
    () =>
      createServerQuery(api.clock, (options, view) => load(api, { value: view }, options), {
        polling: NO_POLLING,
      }),
    asked,
  );
  const state = query.state.value;
  return state.phase === 'ready' && state.view === value ? state.data : null;
}
