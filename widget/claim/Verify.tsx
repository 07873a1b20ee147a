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
  const [model, setModel] = useState<VerificationModel | null>(null);
  const { claim: flow } = stage;
  const { id } = claim;
  useEffect(() => {
    const secret = flow.secret();
    if (secret === null) return;
    const made = create({
      api: flow.api,
      subject: { claim: id, secret },
      upload: send,
      visible: document.visibilityState === 'visible',
      onError: code => stage.life.tell('error', { code }),
    });
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener(
      'visibilitychange',
      () => made.visible(document.visibilityState === 'visible'),
      { signal },
    );
    window.addEventListener('online', () => made.wake(), { signal });
    setModel(made);
    return () => {
      listening.abort();
      made.dispose();
    };
  }, [flow, id, stage.life]);
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
