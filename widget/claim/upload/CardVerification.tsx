import { useEffect, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { createVerificationModel } from '#core/verification/createVerificationModel.ts';
import type { VerificationModel } from '#core/verification/verificationModel.ts';
import { CardPhotos } from './CardPhotos.tsx';
import { uploadWithProgress } from './uploadWithProgress.ts';
import type { ScreenContext } from '../screenContext.ts';

/** Verification of the claim's card, while the claim waits for it. */
export function CardVerification({ context, claim }: { context: ScreenContext; claim: ClaimStatus }) {
  useSignals();
  const { claimModel, controller } = context;
  const [model] = useState(() =>
    createVerificationModel({
      api: claimModel.api,
      target: { claim: claim.id, secret: claimModel.getSecret() },
      uploadTransport: uploadWithProgress,
      visible: document.visibilityState === 'visible',
      onError: code => controller.emit('error', { code }),
    }),
  );
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const updateVisibility = () => model.setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', updateVisibility, { signal });
    window.addEventListener('online', () => model.refreshNow(), { signal });
    return () => {
      listeners.abort();
      model.dispose();
    };
  }, [model]);
  // The claim's own status follows: without a deadline while the operator decides, then with the decision.
  const status = useVerificationStatus(model);
  useEffect(() => {
    if (status === 'pending' || status === 'approved') claimModel.refreshNow();
  }, [status, claimModel]);
  return <CardPhotos model={model} noteText={`номер заявки ${claim.number}`} />;
}

function useVerificationStatus(model: VerificationModel): string | undefined {
  useSignals();
  const phase = model.phase.value;
  return 'verification' in phase ? phase.verification.status : undefined;
}
