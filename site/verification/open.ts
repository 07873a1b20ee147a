import { useEffect, useState } from 'react';
import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Client } from '#core/api/client.ts';
import type { Subject, VerificationModel } from '#core/verification/model.ts';
import { create } from '#core/verification/verification.ts';
import { send } from '#widget/claim/upload.ts';

/** One place for a verification that is open. */
export interface Place {
  /** Null while none is. */
  readonly model: ReadonlySignal<VerificationModel | null>;
  /** Whether the person deleted it here; without it nobody knows why it is gone. */
  readonly deleted: ReadonlySignal<boolean>;
  /** Opens one, until the returned function is called. */
  open(subject: Subject): () => void;
}

function place(api: Client): Place {
  const model = signal<VerificationModel | null>(null);
  const deleted = signal(false);
  const seen = () => document.visibilityState === 'visible';
  return {
    model,
    deleted,
    open(subject) {
      const made = create({ api, subject, upload: send, visible: seen() });
      const listening = new AbortController();
      const { signal: until } = listening;
      document.addEventListener('visibilitychange', () => made.visible(seen()), { signal: until });
      addEventListener('online', () => made.wake(), { signal: until });
      addEventListener('pageshow', event => event.persisted && made.wake(), { signal: until });
      deleted.value = false;
      model.value = {
        ...made,
        async withdraw() {
          const done = await made.withdraw();
          if (done && !until.aborted) deleted.value = true;
          return done;
        },
      };
      return () => {
        listening.abort();
        made.dispose();
        model.value = null;
      };
    },
  };
}

/** A place with the subject's verification in it while the page is open. */
export function usePlace(api: Client, subject: Subject | null): Place {
  const [here] = useState(() => place(api));
  useEffect(() => (subject ? here.open(subject) : undefined), [here, subject]);
  return here;
}
