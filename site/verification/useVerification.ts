import { useEffect, useState } from 'react';
import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { ApiClient } from '#core/api/client.ts';
import type { VerificationTarget, VerificationModel } from '#core/verification/verificationModel.ts';
import { createVerificationModel } from '#core/verification/createVerificationModel.ts';
import { uploadWithProgress } from '#widget/claim/upload/uploadWithProgress.ts';

/** Holds the verification that is open. */
export interface VerificationSession {
  /** Null while no verification is open. */
  readonly model: ReadonlySignal<VerificationModel | null>;
  /** Whether the visitor deleted it here. Explains a 404 afterwards. */
  readonly isDeleted: ReadonlySignal<boolean>;
  /** Opens a verification. The returned function closes it. */
  openVerification(target: VerificationTarget): () => void;
}

function createVerificationSession(api: ApiClient): VerificationSession {
  const model = signal<VerificationModel | null>(null);
  const isDeleted = signal(false);
  const isPageVisible = () => document.visibilityState === 'visible';
  return {
    model,
    isDeleted,
    openVerification(target) {
      const verification = createVerificationModel({
        api,
        target,
        uploadTransport: uploadWithProgress,
        visible: isPageVisible(),
      });
      const listeners = new AbortController();
      const { signal: abortSignal } = listeners;
      document.addEventListener('visibilitychange', () => verification.setVisible(isPageVisible()), {
        signal: abortSignal,
      });
      addEventListener('online', () => verification.refreshNow(), { signal: abortSignal });
      addEventListener('pageshow', event => event.persisted && verification.refreshNow(), {
        signal: abortSignal,
      });
      isDeleted.value = false;
      model.value = {
        ...verification,
        async restart() {
          const hasRestarted = await verification.restart();
          if (hasRestarted && !abortSignal.aborted) isDeleted.value = true;
          return hasRestarted;
        },
      };
      return () => {
        listeners.abort();
        verification.dispose();
        model.value = null;
      };
    },
  };
}

/** Opens the target's verification while the page is mounted. */
export function useVerification(api: ApiClient, target: VerificationTarget | null): VerificationSession {
  const [session] = useState(() => createVerificationSession(api));
  useEffect(() => (target ? session.openVerification(target) : undefined), [session, target]);
  return session;
}
