import { useInsertionEffect } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { adopt, sheet } from '../sheet.ts';
import { Changed } from './Changed.tsx';
import styles from './claim.css?inline';
import { Confirm } from './Confirm.tsx';
import { Failed, Locked, Opening } from './Other.tsx';
import { Payment } from './Payment.tsx';
import { Progress } from './Progress.tsx';
import { Requisites } from './Requisites.tsx';
import type { Stage } from './stage.ts';

const own = sheet(styles);

/** Everything after the form, a step a phase of the claim. */
export function Flow({ root, ...stage }: Stage & { root: ShadowRoot }) {
  useSignals();
  useInsertionEffect(() => adopt(root, own), [root]);
  const phase = stage.claim.phase.value;
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
    case 'opening':
      return <Opening stage={stage} phase={phase} />;
    case 'locked':
      return <Locked stage={stage} phase={phase} />;
    case 'failed':
      return <Failed stage={stage} phase={phase} />;
    case 'open': {
      const { claim, requisite } = phase;
      const lost = phase.connection === 'lost';
      return claim.status === 'waiting' && requisite ? (
        <Payment stage={stage} claim={claim} requisite={requisite} lost={lost} />
      ) : (
        <Progress stage={stage} claim={claim} lost={lost} />
      );
    }
  }
}
