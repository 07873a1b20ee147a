import { batch, computed, signal } from '@preact/signals-core';
import { sendClaimCancellation } from '../api/claim.ts';
import { ApiError, toErrorCode } from '../api/apiError.ts';
import type { ClaimCreated } from '../contract/claim.ts';
import { createClaimActions } from './actions/createClaimActions.ts';
import { getCurrentTerms, buildClaimRequest, haveSameAmounts } from './create/claimRequest.ts';
import type { ClaimRequestDraft, QuotedTerms } from './create/claimRequest.ts';
import { createPaymentCountdown } from './paymentCountdown.ts';
import { isQuoteExpired, whenFormReady } from './create/quoteExpiry.ts';
import { createClaimStorage } from './claimStorage.ts';
import type { PendingCreation } from './claimStorage.ts';
import { persistStep } from './persistStep.ts';
import type { ClaimActionContext } from './claimActions.ts';
import type { ClaimModel, ClaimOptions, ClaimPhase, SavedClaim, ClaimStep } from './claimModel.ts';
import { createCaptchaGate, getCaptchaError } from './create/captchaGate.ts';
import { toFailedPhase, parseCourseChanged } from './create/createErrors.ts';
import { startClaimCreation } from './create/claimCreation.ts';
import type { ClaimCreation } from './create/claimCreation.ts';
import { trackClaim } from './trackClaim.ts';
import type { ClaimTrackingContext } from './trackClaim.ts';
import type { StatusPoller } from './statusPoller.ts';

/** The model of one claim flow over its form. It begins at the form; `resume()` goes on with what there was. */
export function createClaimModel(options: ClaimOptions): ClaimModel {
  const { api, exchange, tabId = 'tab', log = () => undefined } = options;
  const generateId = options.generateId ?? (() => crypto.randomUUID());
  const storage = createClaimStorage(options);
  const phase = signal<ClaimPhase>({ phase: 'form' });
  const receivedAt = signal(0);
  const isCancelling = signal(false);
  const unfinishedClaims = signal<readonly SavedClaim[]>(storage.getUnfinishedClaims());
  let isVisible = options.visible ?? true;
  let statusPoller: StatusPoller | null = null;
  let creation: ClaimCreation | null = null;
  let changedTerms: { draft: ClaimRequestDraft; currentTerms: QuotedTerms } | null = null;
  const captcha = createCaptchaGate(api);
  let isDisposed = false;
  // Read before this page view leaves its own marks.
  const savedState = { pendingCreation: storage.getPendingCreation(), savedStep: storage.getSavedStep() };

  const countdown = createPaymentCountdown(
    api.clock,
    isVisible,
    phase,
    receivedAt,
    () => void statusPoller?.refresh(),
  );

  const getOpenClaim: ClaimActionContext['getOpenClaim'] = () => {
    const now = phase.peek();
    if (now.phase !== 'open') return null;
    const { claim } = now;
    return { claim, key: { id: claim.id, secret: storage.getSecret(claim.id) } };
  };

  const actions = createClaimActions({
    api,
    uploadTransport: options.uploadTransport,
    generateId,
    getOpenClaim,
    refetchStatus: async () => void (await statusPoller?.refresh()),
    onError: code => options.onError?.(code),
  });

  const trackingContext: ClaimTrackingContext = { options, storage, phase, receivedAt, unfinishedClaims };

  function goToStep(next: ClaimStep) {
    phase.value = { phase: next };
    if (next === 'confirm') captcha.prefetchRequirement();
  }

  const getPairKey = () => `${exchange.from.peek()?.code}/${exchange.to.peek()?.code}`;

  const stopPersisting = persistStep(phase, storage, exchange, getPairKey);

  function showFailure(error: unknown) {
    const { phase: next, errors } = toFailedPhase(error);
    exchange.draft.showErrors(errors);
    phase.value = next;
    options.onError?.(next.code);
    // Limits or course are others than the form shows.
    if (next.returnTo === 'form') void exchange.refreshCourse();
  }

  function showCreatedClaim({ secret, ...claim }: ClaimCreated) {
    storage.addClaim({ id: claim.id, secret, number: claim.number, createdAt: claim.createdAt });
    storage.savePendingCreation(null);
    batch(() => {
      receivedAt.value = api.clock.now();
      unfinishedClaims.value = storage.getUnfinishedClaims();
      phase.value = { phase: 'open', claim, requisite: null, connection: 'live' };
    });
    exchange.draft.clear();
    options.onClaimChange?.({ id: claim.id, status: claim.status });
    statusPoller = trackClaim(trackingContext, claim.id, secret, { claim, requisite: null }, isVisible);
    void statusPoller.refresh();
  }

  async function sendCreation(pending: PendingCreation, recaptcha: string | null) {
    const started = startClaimCreation(api, pending, recaptcha, () => {
      phase.value = { phase: 'sending', isOutcomeUnknown: true };
    });
    creation = started;
    const result = await started.result;
    if (creation !== started || isDisposed) return;
    creation = null;
    if ('made' in result) return showCreatedClaim(result.made);
    if ('stopped' in result) return;
    // 429 and 503 decide nothing about the draft: its key stays good.
    if (!(result.refused instanceof ApiError) || ![429, 503].includes(result.refused.status))
      storage.savePendingCreation(null);
    const captchaError = getCaptchaError(result.refused);
    if (captchaError) return requireCaptcha(() => submitDraft(pending), captchaError === 'captcha_failed');
    const courseChanged = parseCourseChanged(result.refused);
    if (!courseChanged) return showFailure(result.refused);
    const { fromSumma, toSumma, course, quote } = courseChanged;
    showChangedTerms(pending, { fromSumma, toSumma, course, quote });
  }

  /** Shows other terms than those agreed to. */
  function showChangedTerms({ facts, body, course }: ClaimRequestDraft, currentTerms: QuotedTerms) {
    changedTerms = { draft: { facts, body, course }, currentTerms };
    const { fromSumma, toSumma } = body;
    phase.value = { phase: 'changed', previousTerms: { fromSumma, toSumma, course }, currentTerms };
  }

  /** The captcha first, then `go`; `again` after one that did not count. */
  function requireCaptcha(proceed: () => Promise<void>, isRepeated = false) {
    captcha.defer(proceed);
    phase.value = { phase: 'captcha', isRepeated };
  }

  async function submitDraft(draft: ClaimRequestDraft) {
    phase.value = { phase: 'sending', isOutcomeUnknown: false };
    const previous = storage.getPendingCreation();
    // The same person's same decision: an unanswered creation is repeated to the letter, whatever the course did since.
    const isSameDecision = previous !== null && previous.tab === tabId && previous.facts === draft.facts;
    const pending = isSameDecision ? previous : { ...draft, key: generateId(), tab: tabId };
    storage.savePendingCreation(pending);
    await sendCreation(pending, captcha.consumeToken());
  }

  const isInPhase = (name: ClaimPhase['phase']) => phase.peek().phase === name && !isDisposed;

  async function leaveFormStep(): Promise<boolean> {
    if (!exchange.commitAmount() || exchange.closedReason.peek()) return false;
    const isFresh = await exchange.refreshCourse();
    if (!isInPhase('form') || !isFresh || exchange.closedReason.peek() || !exchange.commitAmount())
      return false;
    goToStep('requisites');
    return true;
  }

  async function leaveRequisitesStep(): Promise<boolean> {
    const [, refusedFields] = await Promise.all([exchange.refreshCourse(), exchange.draft.validateAll()]);
    if (!isInPhase('requisites') || refusedFields.length > 0) return false;
    if (exchange.draft.promocode.peek().state === 'checking') return false;
    goToStep('confirm');
    return true;
  }

  async function createFromForm() {
    const shownTerms = getCurrentTerms(exchange);
    if (!shownTerms || creation) return;
    phase.value = { phase: 'sending', isOutcomeUnknown: false };
    const draft = await buildClaimRequest(exchange, shownTerms, options.shouldSaveRequisites?.() ?? false);
    if (!isInPhase('sending') || !draft) return;
    const previous = storage.getPendingCreation();
    const isSameDecision = previous?.tab === tabId && previous.facts === draft.facts;
    if (isSameDecision || !isQuoteExpired(exchange, api.clock.now())) return submitDraft(draft);
    // The quote on screen is over: a fresh one first, and the person's word when it says other sums.
    const isFresh = await exchange.refreshCourse();
    if (!isInPhase('sending')) return;
    const currentTerms = getCurrentTerms(exchange);
    if (!isFresh || !currentTerms) {
      const code = exchange.lastError.peek()?.code ?? 'rate_stale';
      phase.value = { phase: 'failed', code, returnTo: 'confirm' };
      options.onError?.(code);
    } else if (haveSameAmounts(shownTerms, currentTerms)) {
      await submitDraft({
        ...draft,
        course: currentTerms.course,
        body: { ...draft.body, quote: currentTerms.quote },
      });
    } else showChangedTerms(draft, currentTerms);
  }

  function reset() {
    actions.reset();
    statusPoller?.dispose();
    statusPoller = null;
    creation?.abort();
    creation = null;
    changedTerms = null;
  }

  async function openClaim(id: string, secret: string | null = storage.getSecret(id)) {
    reset();
    phase.value = { phase: 'opening', id, connection: 'live' };
    statusPoller = trackClaim(trackingContext, id, secret, null, isVisible);
    await statusPoller.refresh();
  }

  return {
    api,
    phase,
    timeLeft: countdown.timeLeft,
    isCancelling,
    actions,
    unfinishedClaims: computed(() => unfinishedClaims.value),
    async goToNextStep() {
      try {
        if (isInPhase('form')) return await leaveFormStep();
        return isInPhase('requisites') && (await leaveRequisitesStep());
      } catch (error) {
        log('A step could not be checked', error);
        options.onError?.('network');
        return false;
      }
    },
    goBack() {
      const now = phase.peek();
      if (now.phase === 'requisites') goToStep('form');
      else if (now.phase === 'confirm') goToStep('requisites');
      else if (now.phase === 'captcha') goToStep('confirm');
      else if (now.phase === 'failed') goToStep(now.returnTo);
      else if (now.phase === 'changed' || (now.phase === 'sending' && now.isOutcomeUnknown)) {
        reset();
        goToStep('confirm');
        // The sums on screen are known to be old.
        if (now.phase === 'changed') void exchange.refreshCourse();
      }
    },
    async createClaim() {
      if (!isInPhase('confirm')) return;
      const refused = await exchange.draft.validateAll().catch(() => null);
      if (!isInPhase('confirm')) return;
      const [field] = refused ?? [];
      if (refused === null) phase.value = { phase: 'failed', code: 'network', returnTo: 'confirm' };
      else if (field === undefined)
        await (captcha.isRequired() ? requireCaptcha(createFromForm) : createFromForm());
      else {
        const code = exchange.draft.errors.peek()[field]?.code ?? 'body_invalid';
        phase.value = { phase: 'failed', code, field, returnTo: 'requisites' };
      }
    },
    async submitCaptcha(token) {
      if (isInPhase('captcha')) await captcha.submit(token);
    },
    async acceptNewTerms() {
      if (!isInPhase('changed') || !changedTerms) return;
      const { draft, currentTerms } = changedTerms;
      changedTerms = null;
      const { fromSumma, toSumma, course, quote } = currentTerms;
      await submitDraft({ ...draft, course, body: { ...draft.body, fromSumma, toSumma, quote } });
    },
    async cancelClaim() {
      const now = phase.peek();
      if (now.phase !== 'open' || isCancelling.peek()) return false;
      isCancelling.value = true;
      try {
        await sendClaimCancellation(api, { id: now.claim.id, secret: storage.getSecret(now.claim.id) });
        return true;
      } catch (error) {
        options.onError?.(toErrorCode(error));
        return false;
      } finally {
        // Cancelled or not, only the server's answer is final.
        await statusPoller?.refresh();
        isCancelling.value = false;
      }
    },
    openClaim,
    async resume({ latest = false } = {}) {
      const { pendingCreation: pending, savedStep } = savedState;
      savedState.pendingCreation = null;
      if (pending && pending.tab === tabId) {
        phase.value = { phase: 'sending', isOutcomeUnknown: true };
        void sendCreation(pending, null);
        return true;
      }
      if (pending) storage.savePendingCreation(null);
      const id = savedStep?.claim ?? (latest ? storage.getUnfinishedClaims()[0]?.id : undefined);
      if (id !== undefined) {
        await openClaim(id);
        return true;
      }
      if (!savedStep || savedStep.step === 'form') return false;
      await whenFormReady(exchange);
      if (!isInPhase('form') || savedStep.pair !== getPairKey()) return false;
      goToStep(savedStep.step);
      return true;
    },
    startOver() {
      reset();
      goToStep('form');
    },
    getSecret() {
      const now = phase.peek();
      return now.phase === 'open' ? storage.getSecret(now.claim.id) : null;
    },
    refreshNow() {
      creation?.retryNow();
      actions.retryNow();
      void statusPoller?.refresh();
      unfinishedClaims.value = storage.getUnfinishedClaims();
    },
    setVisible(value) {
      isVisible = value;
      statusPoller?.setVisible(value);
      countdown.setVisible(value);
    },
    dispose() {
      isDisposed = true;
      stopPersisting();
      reset();
      countdown.dispose();
    },
  };
}
