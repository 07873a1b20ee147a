import { useInsertionEffect, type ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { createLazyModule, type LazyModule } from '../lazy/lazyModule.ts';
import { useLazyModule } from '../lazy/useLazyModule.ts';
import { adoptStyleSheet, createStyleSheet } from '../styles/styleSheet.ts';
import styles from './claim.css?inline';
import { OpeningScreen } from './elements/OpeningScreen.tsx';
import { RequisitesScreen } from './create/RequisitesScreen.tsx';
import { isWordingMissing, lazyCashWording } from './cash/claimWording.ts';
import type { ScreenContext } from './screenContext.ts';

const claimSheet = createStyleSheet(styles);

/** Screens of a created claim, loaded when needed. */
const lazyClaimScreen = createLazyModule(() => import('./ClaimScreen.tsx'));

/** Screen that shows the claim to confirm, loaded while the requisites are entered. */
const lazyConfirm = createLazyModule(() => import('./create/ConfirmScreen.tsx'));

/** Screen of a failed creation, loaded before it, because the connection may be what failed. */
const lazyCreateFailed = createLazyModule(() => import('./create/CreateFailedScreen.tsx'));

/** Captcha screen, loaded if the server requires it. */
const lazyCaptcha = createLazyModule(() => import('./create/CaptchaScreen.tsx'));

/** Screen of changed terms, loaded while the claim is created. */
const lazyChangedTerms = createLazyModule(() => import('./create/ChangedTermsScreen.tsx'));

/** All screens after the form, one for each phase of the claim. */
export function ClaimFlow({ root, ...context }: ScreenContext & { root: ShadowRoot }) {
  useSignals();
  useInsertionEffect(() => adoptStyleSheet(root, claimSheet), [root]);
  const phase = context.claimModel.phase.value;
  const isClaimScreenNeeded = phase.phase !== 'form' && phase.phase !== 'requisites';
  useLazyModule(lazyClaimScreen, isClaimScreenNeeded);
  const isCash =
    phase.phase === 'open' ? phase.claim.meeting !== null : context.controller.exchange.city.value !== null;
  useLazyModule(lazyCashWording, isCash && isClaimScreenNeeded);
  const isCreating = ['requisites', 'confirm', 'sending'].includes(phase.phase);
  useLazyModule(lazyConfirm, isCreating);
  useLazyModule(lazyCreateFailed, isCreating || phase.phase === 'failed');
  useLazyModule(lazyCaptcha, phase.phase === 'captcha');
  useLazyModule(lazyChangedTerms, phase.phase === 'sending' || phase.phase === 'changed');
  switch (phase.phase) {
    case 'form':
      return null;
    case 'requisites':
      return <RequisitesScreen context={context} />;
    case 'confirm':
    case 'sending':
      return (
        <LazyScreen lazy={lazyConfirm} context={context}>
          {({ ConfirmScreen }) => <ConfirmScreen context={context} />}
        </LazyScreen>
      );
    case 'captcha':
      return (
        <LazyScreen lazy={lazyCaptcha} context={context}>
          {({ CaptchaScreen }) => <CaptchaScreen context={context} isRepeated={phase.isRepeated} />}
        </LazyScreen>
      );
    case 'changed':
      return (
        <LazyScreen lazy={lazyChangedTerms} context={context}>
          {({ ChangedTermsScreen }) => <ChangedTermsScreen context={context} phase={phase} />}
        </LazyScreen>
      );
    case 'failed':
      return (
        <LazyScreen lazy={lazyCreateFailed} context={context}>
          {({ CreateFailedScreen }) => <CreateFailedScreen context={context} phase={phase} />}
        </LazyScreen>
      );
    case 'opening':
      return <OpeningScreen context={context} isConnectionLost={phase.connection === 'lost'} />;
    case 'locked':
    case 'open':
      if (phase.phase === 'open' && isWordingMissing(phase.claim))
        return <OpeningScreen context={context} isConnectionLost={lazyCashWording.hasFailed.value} />;
      return (
        <LazyScreen lazy={lazyClaimScreen} context={context}>
          {({ ClaimScreen }) => <ClaimScreen context={context} root={root} phase={phase} />}
        </LazyScreen>
      );
  }
}

/** A screen of a lazily loaded chunk, or its placeholder until the chunk is loaded. */
function LazyScreen<Module>({
  lazy,
  context,
  children,
}: {
  lazy: LazyModule<Module>;
  context: ScreenContext;
  children: (module: Module) => ReactNode;
}) {
  useSignals();
  const module = lazy.module.value;
  return module === null ? (
    <OpeningScreen context={context} isConnectionLost={lazy.hasFailed.value} />
  ) : (
    children(module)
  );
}
