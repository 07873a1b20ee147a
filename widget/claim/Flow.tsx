import { useEffect, useInsertionEffect } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { chunk } from '../chunk.ts';
import { adopt, sheet } from '../sheet.ts';
import { Changed } from './Changed.tsx';
import styles from './claim.css?inline';
import { Confirm } from './Confirm.tsx';
import { Failed, Opening } from './Other.tsx';
import { Requisites } from './Requisites.tsx';
import type { Stage } from './stage.ts';

const own = sheet(styles);

/** What a claim is shown with once it is made. */
const opened = chunk(() => import('./Open.tsx'));

/** Milliseconds until what could not be fetched is asked for again. */
const AGAIN = 3_000;

/** Everything after the form, a step a phase of the claim. */
export function Flow({ root, ...stage }: Stage & { root: ShadowRoot }) {
  useSignals();
  useInsertionEffect(() => adopt(root, own), [root]);
  const phase = stage.claim.phase.value;
  const [module, failed] = [opened.module.value, opened.failed.value];
  const needed = phase.phase !== 'form' && phase.phase !== 'requisites';
  useEffect(() => {
    if (needed && !failed) void opened.load();
    if (!needed || !failed) return;
    const timer = setInterval(() => void opened.load(), AGAIN);
    return () => clearInterval(timer);
  }, [needed, failed]);
  switch (phase.phase) {
    case 'form':
      return null;
    case 'requisites':
      return <Requisites stage={stage} />;
    case 'confirm':
    case 'sending':
      return <Confirm stage={stage} />;
    case 'changed':
      return <Changed stage={stage} was={phase.was} now={phase.now} />;
    case 'failed':
      return <Failed stage={stage} phase={phase} />;
    case 'opening':
      return <Opening stage={stage} lost={phase.connection === 'lost'} />;
    case 'locked':
    case 'open':
      return module ? (
        <module.Open stage={stage} root={root} phase={phase} />
      ) : (
        <Opening stage={stage} lost={failed} />
      );
  }
}
