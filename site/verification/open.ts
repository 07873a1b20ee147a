import { useEffect, useState } from 'react';
import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Client } from '#core/api/client.ts';
import type { Subject, VerificationModel } from '#core/verification/model.ts';
import { create } from '#core/verification/verification.ts';
import { send } from '#widget/claim/upload.ts';

/** One place for a verification that is open. */
interface Place {
  /** Null while none is. */
  readonly model: ReadonlySignal<VerificationModel | null>;
  /** Opens one, until the returned function is called. */
  open(subject: Subject): () => void;
}

function place(api: Client): Place {
  const model = signal<VerificationModel | null>(null);
  const seen = () => document.visibilityState === 'visible';
  return {
    model,
    open(subject) {
      const made = create({ api, subject, upload: send, visible: seen() });
      const listening = new AbortController();
      const { signal } = listening;
      document.addEventListener('visibilitychange', () => made.visible(seen()), { signal });
      addEventListener('online', () => made.wake(), { signal });
      addEventListener('pageshow', event => event.persisted && made.wake(), { signal });
      model.value = made;
      return () => {
        listening.abort();
        made.dispose();
        model.value = null;
      };
    },
  };
}

/** The model of a verification while its page is open; null before its first frame, and without a subject. */
export function useVerification(
  api: Client,
  subject: Subject | null,
): ReadonlySignal<VerificationModel | null> {
  const [here] = useState(() => place(api));
  useEffect(() => (subject ? here.open(subject) : undefined), [here, subject]);
  return here.model;
}
