import { useCallback, useEffect } from 'react';
import type { DeskChange } from '#core/contract/operator/today/deskEvents.ts';
import type { ServerQuery, ServerQueryOptions } from '#core/serverQuery.ts';
import { useAccountQuery, type FetchAccountData } from '../../account/useAccountQuery.ts';
import { useAppContext } from '../../shell/appContext.ts';
import type { StaffContext } from '../staffContext.ts';

/** Whether a page shows what has changed. */
type IsShown = (change: DeskChange) => boolean;

const isWork: IsShown = change => change.isWorkChanged;

/** Of a page that shows claims, or what they hold. */
export const hasClaims: IsShown = ({ isWorkChanged, claims }) => isWorkChanged || claims.length > 0;

const useDeskEvents = () => (useAppContext() as StaffContext).events;

/** Loads a query again when others change what it shows. `isShown` must be stable. */
export function useDeskChanges({ refetch }: Pick<ServerQuery<unknown>, 'refetch'>, isShown: IsShown): void {
  const events = useDeskEvents();
  useEffect(
    () =>
      events.subscribe(change => {
        if (!change || isShown(change)) refetch();
      }),
    [events, refetch, isShown],
  );
}

/** Data that several people of staff work on at once. */
export function useWorkQuery<Data>(
  fetchData: FetchAccountData<Data>,
  { isShown = isWork, ...options }: ServerQueryOptions<Data> & { isShown?: IsShown } = {},
): ServerQuery<Data> {
  const { polling } = useDeskEvents();
  const query = useAccountQuery(fetchData, { polling, isUnsupported: () => false, ...options });
  useDeskChanges(query, isShown);
  return query;
}

/** Whether a change is of the claim `id`. */
export const useIsClaim = (id: string): IsShown => useCallback(({ claims }) => claims.includes(id), [id]);
