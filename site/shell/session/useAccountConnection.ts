import { useCallback } from 'react';
import { connectAccount } from '#widget/accountConnection.ts';
import { useAppContext } from '../appContext.ts';

/** Returns the ref of a widget on this site: claims made in it belong to the account that is logged in. */
export function useAccountConnection(): (element: HTMLElement | null) => void {
  const { authorize } = useAppContext().session;
  return useCallback(element => void (element && connectAccount(element, authorize)), [authorize]);
}
