import { useEffect } from 'react';
import type { DeskChange } from '#core/contract/operator/today/deskEvents.ts';
import type { ServerQuery, ServerQueryOptions } from '#core/serverQuery.ts';
import { useAccountQuery, type FetchAccountData } from '../../account/useAccountQuery.ts';
import { useAppContext } from '../../shell/appContext.ts';
import type { StaffContext } from '../staffContext.ts';

const useDeskEvents = () => (useAppContext() as StaffContext).events;

/** Loads a query again when others change what it shows: all of the desk, or one claim. */
export function useDeskChanges({ refetch }: Pick<ServerQuery<unknown>, 'refetch'>, claimId?: string): void {
  const events = useDeskEvents();
  useEffect(() => {
    const isShown = ({ isWorkChanged, claims }: DeskChange) =>
      claimId === undefined ? isWorkChanged : claims.includes(claimId);
    return events.subscribe(change => {
      if (!change || isShown(change)) refetch();
    });
  }, [events, refetch, claimId]);
}

/** Data that several people of staff work on at once: all of the desk's, or that of one claim. */
export function useWorkQuery<Data>(
  fetchData: FetchAccountData<Data>,
  { claimId, ...options }: ServerQueryOptions<Data> & { claimId?: string } = {},
): ServerQuery<Data> {
  const { polling } = useDeskEvents();
  const query = useAccountQuery(fetchData, { polling, isUnsupported: () => false, ...options });
  useDeskChanges(query, claimId);
  return query;
}
