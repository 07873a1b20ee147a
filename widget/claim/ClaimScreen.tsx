import { useInsertionEffect } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimPhase } from '#core/claim/claimModel.ts';
import { isClosedStatus } from '#core/claim/status.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { createLazyModule } from '../lazy/lazyModule.ts';
import { useLazyModule } from '../lazy/useLazyModule.ts';
import { adoptStyleSheet, createStyleSheet } from '../styles/styleSheet.ts';
import { OpeningScreen } from './elements/OpeningScreen.tsx';
import { ClosedScreen } from './status/ClosedScreen.tsx';
import styles from './opened.css?inline';
import { LockedScreen } from './status/LockedScreen.tsx';
import { describeClaimStatus, getStatusTitle } from './status/describeClaimStatus.ts';
import { PaymentScreen } from './payment/PaymentScreen.tsx';
import { StatusScreen } from './status/StatusScreen.tsx';
import type { ScreenContext } from './screenContext.ts';

/** Loaded lazily: few exchanges have a merchant. */
const lazyMerchant = createLazyModule(() => import('./payment/MerchantPaymentScreen.tsx'));

const openedSheet = createStyleSheet(styles);

type OpenedPhase = Extract<ClaimPhase, { phase: 'open' | 'locked' }>;

/** A created claim: one screen for each status. */
export function ClaimScreen({
  context,
  root,
  phase,
}: {
  context: ScreenContext;
  root: ShadowRoot;
  phase: OpenedPhase;
}) {
  useSignals();
  useInsertionEffect(() => adoptStyleSheet(root, openedSheet), [root]);
  if (phase.phase === 'locked') return <LockedScreen context={context} phase={phase} />;
  const claim = getShownClaim(phase.claim);
  return (
    <>
      {/* Always mounted: screen readers ignore a live region that is inserted together with its text. */}
      <p className="visually-hidden" role="status">
        {getStatusTitle(claim)}. {describeClaimStatus(claim)}
      </p>
      <ScreenByStatus context={context} phase={{ ...phase, claim }} />
    </>
  );
}

/** A payment that the network has not confirmed is not recorded, but the client must not pay again. */
const getShownClaim = (claim: ClaimStatus): ClaimStatus =>
  claim.confirmations && (claim.status === 'waiting' || claim.status === 'claimed')
    ? { ...claim, status: 'confirming' }
    : claim;

function ScreenByStatus({
  context,
  phase,
}: {
  context: ScreenContext;
  phase: Extract<OpenedPhase, { phase: 'open' }>;
}) {
  useSignals();
  const { claim, requisite } = phase;
  const isPaidAtMerchant = claim.status === 'waiting' && claim.merchant;
  useLazyModule(lazyMerchant, isPaidAtMerchant);
  const MerchantPaymentScreen = lazyMerchant.module.value?.MerchantPaymentScreen;
  // Keyed by status, so that a new screen moves the focus to its heading.
  const key = `${claim.status} ${claim.recalculations.length}`;
  if (isClosedStatus(claim.status)) return <ClosedScreen key={key} context={context} claim={claim} />;
  if (isPaidAtMerchant)
    return MerchantPaymentScreen ? (
      <MerchantPaymentScreen key={key} context={context} claim={claim} />
    ) : (
      <OpeningScreen context={context} isConnectionLost={lazyMerchant.hasFailed.value} />
    );
  if (claim.status === 'waiting' && requisite)
    return <PaymentScreen key={key} context={context} claim={claim} requisite={requisite} />;
  const isPaidToAddress = requisite?.kind === 'address';
  return <StatusScreen key={key} context={context} claim={claim} isPaidToAddress={isPaidToAddress} />;
}
