import { useCallback } from 'react';
import { connectAccount, connectForm } from '#widget/accountConnection.ts';
import { useAppContext } from '../appContext.ts';
import { hasSignedInMarker } from './signedInMarker.ts';

/** Returns the ref of a widget on this site: its courses and claims are those of the account that is logged in. */
export function useAccountConnection(): (element: HTMLElement | null) => void {
  const { session } = useAppContext();
  return useCallback(
    element => {
      if (!element) return;
      connectAccount(element, session.authorize);
      if (!hasSignedInMarker()) return;
      // Without the session's code the form shows the courses of guests.
      session.openModel().then(
        model => connectForm(element, model),
        () => undefined,
      );
    },
    [session],
  );
}
