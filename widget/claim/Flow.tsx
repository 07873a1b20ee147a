import { useInsertionEffect } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { Acted } from '../Exchange.tsx';
import type { Life } from '../life.ts';
import { adopt, sheet } from '../sheet.ts';
import { Changed } from './Changed.tsx';
import styles from './claim.css?inline';
import { Confirm } from './Confirm.tsx';
import { Failed, Locked, Opening } from './Other.tsx';
import { Payment } from './Payment.tsx';
import { Progress } from './Progress.tsx';
import { Requisites } from './Requisites.tsx';

const own = sheet(styles);

/** Everything after the form, a step a phase of the claim. */
export function Flow({ life, root, acted }: { life: Life; root: ShadowRoot; acted: Acted }) {
  useSignals();
  useInsertionEffect(() => adopt(root, own), [root]);
  const phase = life.claim.phase.value;
  switch (phase.phase) {
    case 'form':
      return null;
    case 'requisites':
      return <Requisites life={life} acted={acted} />;
    case 'confirm':
    case 'sending':
      return <Confirm life={life} acted={acted} />;
    case 'changed':
      return <Changed life={life} was={phase.was} now={phase.now} acted={acted} />;
    case 'opening':
      return <Opening life={life} phase={phase} acted={acted} />;
    case 'locked':
      return <Locked life={life} phase={phase} acted={acted} />;
    case 'failed':
      return <Failed life={life} phase={phase} acted={acted} />;
    case 'open': {
      const { claim, requisite } = phase;
      const lost = phase.connection === 'lost';
      return claim.status === 'waiting' && requisite ? (
        <Payment life={life} claim={claim} requisite={requisite} lost={lost} acted={acted} />
      ) : (
        <Progress life={life} claim={claim} lost={lost} acted={acted} />
      );
    }
  }
}
