import { useCallback } from 'react';
import { connectAccount, connectForm } from '#widget/accountConnection.ts';
import { useAppContext } from '../appContext.ts';
import { hasSignedInMarker } from './signedInMarker.ts';

/** Returns the ref of a widget on this site: its courses and claims are those of the account that is logged in. */
export function useAccountConnection(): (element: HTMLElement | null) => (() => void) | undefined {
  const { session } = useAppContext();
  return useCallback(
    element => {
      if (!element) return undefined;
      connectAccount(element, session.authorize);
      if (!hasSignedInMarker()) return undefined;
      let stop: (() => void) | undefined;
      let isGone = false;
      // Without the session's code the form shows the courses of guests.
      session.openModel().then(
        model => {
          if (isGone) return;
          connectForm(element, model);
          // The form requests the course of a guest, or of the next account.
          stop = model.watchAccountEnd(() => connectForm(element, model));
        },
        () => undefined,
      );
      return () => {
        isGone = true;
        stop?.();
      };
    },
    [session],
  );
}
