import type { ApiClient, CallOptions } from '#core/api/client.ts';
import { createServerQuery, type ServerQuery, type ServerQueryOptions } from '#core/serverQuery.ts';
import { useServerQuery } from '../live/useServerQuery.ts';
import { useAccount } from './accountContext.ts';

/** Loads data of the account with a client that sends the access token. Rejects with ApiError. */
export type FetchAccountData<T> = (api: ApiClient, options: CallOptions) => Promise<T>;

/** Data of the account that has one view. */
export function useAccountQuery<T>(
  fetchData: FetchAccountData<T>,
  options?: ServerQueryOptions<T>,
): ServerQuery<T> {
  const { api } = useAccount();
  return useServerQuery(() => createServerQuery(api.clock, call => fetchData(api, call), options));
}
