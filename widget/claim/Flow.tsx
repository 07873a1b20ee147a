import { useEffect, useInsertionEffect } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { chunk } from '../chunk.ts';
import type { Chunk } from '../chunk.ts';
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

/** The captcha, where the server wants one. */
const captcha = chunk(() => import('./Captcha.tsx'));

/** Milliseconds until what could not be fetched is asked for again. */
const AGAIN = 3_000;

/** Everything after the form, a step a phase of the claim. */
export function Flow({ root, ...stage }: Stage & { root: ShadowRoot }) {
  useSignals();
  useInsertionEffect(() => adopt(root, own), [root]);
  const phase = stage.claim.phase.value;
  const [module, failed] = [opened.module.value, opened.failed.value];
  const asked = captcha.module.value;
  const needed = phase.phase !== 'form' && phase.phase !== 'requisites';
  useFetched(opened, needed);
  useFetched(captcha, phase.phase === 'captcha');
  switch (phase.phase) {
    case 'form':
      return null;
    case 'requisites':
      return <Requisites stage={stage} />;
    case 'confirm':
    case 'sending':
      return <Confirm stage={stage} />;
    case 'captcha':
      return asked ? (
        <asked.Captcha stage={stage} again={phase.again} />
      ) : (
        <Opening stage={stage} lost={captcha.failed.value} />
      );
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

/** Has a chunk fetched once it is needed, again and again while that fails. */
function useFetched<Module>({ failed, load }: Chunk<Module>, needed: boolean) {
  useSignals();
  const again = failed.value;
  useEffect(() => {
    if (needed && !again) void load();
    if (!needed || !again) return;
    const timer = setInterval(() => void load(), AGAIN);
    return () => clearInterval(timer);
  }, [load, needed, again]);
}
