import { useEffect, useInsertionEffect } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimPhase } from '#core/claim/model.ts';
import { isCancellable, isClosed, STEPS } from '#core/claim/status.ts';
import { adopt, sheet } from '../sheet.ts';
import { End } from './End.tsx';
import { guard } from './guard.ts';
import styles from './life.css?inline';
import { Locked } from './Locked.tsx';
import { Merchant } from './Merchant.tsx';
import { says } from './next.ts';
import { Payment } from './Payment.tsx';
import { Status } from './Status.tsx';
import type { Stage } from './stage.ts';

const own = sheet(styles);

type Opened = Extract<ClaimPhase, { phase: 'open' | 'locked' }>;

/** A claim that was made, a screen a state. */
export function Open({ stage, root, phase }: { stage: Stage; root: ShadowRoot; phase: Opened }) {
  useSignals();
  useInsertionEffect(() => adopt(root, own), [root]);
  const claim = phase.phase === 'open' ? phase.claim : null;
  const unpaid = claim !== null && isCancellable(claim.status);
  const { home } = stage.life;
  useEffect(() => (home && unpaid ? guard() : undefined), [home, unpaid]);
  if (phase.phase === 'locked') return <Locked stage={stage} phase={phase} />;
  return (
    <>
      {/* Stays while screens come and go: a region that comes with its text is read by nobody. */}
      <p className="vh" role="status">
        {STEPS[phase.claim.status].label}. {says(phase.claim)}
      </p>
      <Screen stage={stage} phase={phase} />
    </>
  );
}

function Screen({ stage, phase }: { stage: Stage; phase: Extract<Opened, { phase: 'open' }> }) {
  const { claim, requisite } = phase;
  const lost = phase.connection === 'lost';
  // By status: a new screen takes the focus to its heading.
  const key = `${claim.status} ${claim.recalculations.length}`;
  if (isClosed(claim.status)) return <End key={key} stage={stage} claim={claim} lost={lost} />;
  if (claim.status === 'waiting' && claim.merchant)
    return <Merchant key={key} stage={stage} claim={claim} lost={lost} />;
  if (claim.status === 'waiting' && requisite)
    return <Payment key={key} stage={stage} claim={claim} requisite={requisite} lost={lost} />;
  const byAddress = requisite?.kind === 'address';
  return <Status key={key} stage={stage} claim={claim} lost={lost} byAddress={byAddress} />;
}
