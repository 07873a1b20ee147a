import { useEffect, useState } from 'react';
import { isMissingData } from '#core/api/apiError.ts';
import type { ApiClient, CallOptions } from '#core/api/client.ts';
import { createLiveQuery, type LiveQuery } from '../live/liveQuery.ts';
import { useAccount } from './accountContext.ts';

/** Loads data of the account with a client that sends the access token. Rejects with ApiError. */
export type FetchAccountData<T> = (api: ApiClient, options: CallOptions) => Promise<T>;

/** Data of the account, kept up to date while the page is visible; null if the backend has none. `fetchData` is stable. */
export function useAccountQuery<T>(fetchData: FetchAccountData<T>): LiveQuery<T | null> {
  const { api } = useAccount();
  const [query] = useState(() =>
    createLiveQuery<T | null>(api.clock, ({ signal }) =>
      fetchData(api, { signal }).catch((error: unknown) => {
        if (isMissingData(error)) return null;
        throw error;
      }),
    ),
  );
  useEffect(() => query.startPolling(document), [query]);
  return query;
}
