import { computed, effect, signal } from '@preact/signals-core';
import { ownerCall } from '../api/claim.ts';
import { sendCall } from '../api/sendCall.ts';
import { cancelClaimCall } from '../contract/claim/claimActions.ts';
import { toErrorCode } from '../api/apiError.ts';
import type { ExchangeModel } from '../exchange/form/exchangeModel.ts';
import { generateRandomId } from '../randomId.ts';
import { createClaimActions } from './actions/createClaimActions.ts';
import type { ClaimActionContext } from './claimActions.ts';
import { createClaimContext, type ClaimContext } from './claimContext.ts';
import type { ClaimModel, ClaimOptions, ClaimStep } from './claimModel.ts';
import { createClaimTracker, type ClaimTracker } from './claimTracker.ts';
import { isCreationRetryable } from './create/creationErrors.ts';
import { createCreationFlow } from './create/creationFlow.ts';
import { goToNextStep } from './create/formSteps.ts';
import { showCreatedClaim } from './create/showCreatedClaim.ts';
import { createPaymentCountdown } from './paymentCountdown.ts';
import { persistStep } from './persistStep.ts';
import { createReturnToForm } from './returnToForm.ts';

/** Creates the model of one claim flow. It starts at the form; `resume()` restores an earlier state. */
export function createClaimModel(options: ClaimOptions): ClaimModel {
  const { api, exchange } = options;
  const context = createClaimContext(options);
  const { storage, phase, receivedAt, unfinishedClaims, lifetime } = context;
  // Read before `persistStep` overwrites it.
  const saved = { creation: storage.getPendingCreation(), step: storage.getSavedStep() };
  const tracker = createClaimTracker(context);
  const { isCancelling, cancelClaim } = createCancellation(context, tracker);
  const countdown = createPaymentCountdown(api.clock, options.visible ?? true, phase, receivedAt, () => {
    void tracker.refresh();
  });
  const getOpenClaim: ClaimActionContext['getOpenClaim'] = () => {
    const now = phase.peek();
    if (now.phase !== 'open') return null;
    const { claim } = now;
    return { claim, key: { id: claim.id, secret: storage.getSecret(claim.id) } };
  };
  const actions = createClaimActions({
    api,
    uploadTransport: options.uploadTransport,
    generateId: options.generateId ?? generateRandomId,
    getOpenClaim,
    refetchStatus: tracker.refresh,
    onError: code => options.onError?.(code),
  });
  const creation = createCreationFlow(context, (created, request) =>
    showCreatedClaim(context, tracker, created, request),
  );
  const stopPersisting = persistStep(context);

  function goToStep(step: ClaimStep) {
    phase.value = { phase: step };
    if (step === 'confirm') creation.prefetchCaptcha();
  }

  function reset() {
    actions.reset();
    tracker.stop();
    creation.reset();
  }

  function startOver() {
    reset();
    goToStep('form');
  }

  async function openClaim(id: string, secret: string | null = storage.getSecret(id)) {
    reset();
    phase.value = { phase: 'opening', id, connection: 'live' };
    await tracker.track(id, secret, null);
  }

  return {
    api,
    phase,
    timeLeft: countdown.timeLeft,
    isCancelling,
    actions,
    unfinishedClaims: computed(() => unfinishedClaims.value),
    goToNextStep: () => goToNextStep(context, goToStep),
    goBack() {
      const now = phase.peek();
      if (now.phase === 'requisites') goToStep('form');
      else if (now.phase === 'confirm') goToStep('requisites');
      else if (now.phase === 'captcha') goToStep('confirm');
      else if (now.phase === 'failed') goToStep(now.returnTo);
      else if (now.phase === 'changed' || (now.phase === 'sending' && now.isOutcomeUnknown)) {
        reset();
        goToStep('confirm');
        // The displayed amounts are outdated.
        if (now.phase === 'changed') void exchange.refreshCourse();
      }
    },
    createClaim: creation.create,
    async retryCreation() {
      const now = phase.peek();
      if (now.phase !== 'failed' || !isCreationRetryable(now)) return;
      goToStep('confirm');
      await creation.create();
    },
    submitCaptcha: creation.submitCaptcha,
    acceptNewTerms: creation.acceptNewTerms,
    cancelClaim,
    openClaim,
    async resume({ latest = false, reopensClaim = true } = {}) {
      const { creation: pending, step } = saved;
      saved.creation = null;
      if (pending && pending.tab === context.tabId) {
        creation.resume(pending);
        return true;
      }
      if (pending) storage.savePendingCreation(null);
      const isReopened = step?.claim && reopensClaim && !storage.isClosed(step.claim);
      const id = isReopened ? step.claim : latest ? storage.getUnfinishedClaims()[0]?.id : undefined;
      if (id) {
        await openClaim(id);
        return true;
      }
      if (!step || step.step === 'form') return false;
      await whenFormReady(exchange);
      if (!context.isInPhase('form') || step.pair !== context.getPairKey()) return false;
      goToStep(step.step);
      return true;
    },
    startOver,
    ...createReturnToForm(phase, startOver),
    getSecret: () => getOpenClaim()?.key.secret ?? null,
    refreshNow() {
      creation.retryNow();
      actions.retryNow();
      void tracker.refresh();
      unfinishedClaims.value = storage.getUnfinishedClaims();
    },
    setVisible(isVisible) {
      tracker.setVisible(isVisible);
      countdown.setVisible(isVisible);
    },
    dispose() {
      lifetime.abort();
      stopPersisting();
      reset();
      countdown.dispose();
    },
  };
}

/** Cancels the open claim; whatever the response, the status is fetched afterwards. */
function createCancellation({ options, storage, phase }: ClaimContext, tracker: ClaimTracker) {
  const isCancelling = signal(false);
  return {
    isCancelling,
    async cancelClaim(): Promise<boolean> {
      const now = phase.peek();
      if (now.phase !== 'open' || isCancelling.peek()) return false;
      const { id } = now.claim;
      isCancelling.value = true;
      try {
        await sendCall(options.api, cancelClaimCall, ownerCall({ id, secret: storage.getSecret(id) }));
        return true;
      } catch (error) {
        options.onError?.(toErrorCode(error));
        return false;
      } finally {
        await tracker.refresh();
        isCancelling.value = false;
      }
    },
  };
}

/** Resolves when the form is loaded. */
function whenFormReady(exchange: ExchangeModel): Promise<void> {
  return new Promise(resolve => {
    const stopWatching = effect(() => {
      if (exchange.phase.value.phase === 'ready') queueMicrotask(() => (stopWatching(), resolve()));
    });
  });
}
