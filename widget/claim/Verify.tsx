import { useEffect, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { create } from '#core/verification/verification.ts';
import type { VerificationModel } from '#core/verification/model.ts';
import { Shots } from './Shots.tsx';
import { send } from './upload.ts';
import type { Stage } from './stage.ts';

/** The verification of a claim's card, where the claim waits for it. */
export function Verify({ stage, claim }: { stage: Stage; claim: ClaimStatus }) {
  useSignals();
  const { claim: flow, life } = stage;
  const [model] = useState(() => {
    const secret = flow.secret();
    return secret === null
      ? null
      : create({
          api: flow.api,
          subject: { claim: claim.id, secret },
          upload: send,
          visible: document.visibilityState === 'visible',
          onError: code => life.tell('error', { code }),
        });
  });
  useEffect(() => {
    if (!model) return;
    const listening = new AbortController();
    const { signal } = listening;
    const seen = () => model.visible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', seen, { signal });
    window.addEventListener('online', () => model.wake(), { signal });
    return () => {
      listening.abort();
      model.dispose();
    };
  }, [model]);
  // Decided: the claim goes on, and says so itself.
  const decided = useDecided(model);
  useEffect(() => {
    if (decided) flow.wake();
  }, [decided, flow]);
  return model ? <Shots model={model} number={claim.number} /> : <span className="sk b" />;
}

function useDecided(model: VerificationModel | null): boolean {
  useSignals();
  const phase = model?.phase.value;
  return phase !== undefined && 'verification' in phase && phase.verification.status === 'approved';
}
