import { ApiError } from '../../api/apiError.ts';
import type { BareClaim, ClaimCreated } from '../../contract/claim.ts';
import type { ChangedTerms } from '../../contract/claim/claimCreate.ts';
import type { ExchangeModel } from '../../exchange/form/exchangeModel.ts';
import { generateRandomId } from '../../randomId.ts';
import type { ClaimContext } from '../claimContext.ts';
import type { PendingCreation } from '../claimStorage.ts';
import { createCaptchaGate, getCaptchaError } from './captchaGate.ts';
import { startClaimCreation } from './claimCreation.ts';
import type { ClaimCreation } from './claimCreation.ts';
import { applyTermsToDraft, buildClaimRequest } from './claimRequest.ts';
import type { ClaimRequestDraft } from './claimRequest.ts';
import { parseChangedTerms, toFailedPhase } from './creationErrors.ts';
import type { FailedPhase } from './creationErrors.ts';
import { getCurrentTerms, haveSameAmounts, isQuoteExpired } from './quotedTerms.ts';
import type { QuotedTerms } from './quotedTerms.ts';

/** Creates the claim: phases `captcha`, `sending`, `changed` and `failed`. */
export interface CreationFlow {
  /** Fetches early whether a captcha is required. */
  prefetchCaptcha(): void;
  /** Validates the form and creates the claim (phase `confirm`). */
  create(): Promise<void>;
  /** Repeats a creation with an unknown outcome, from before a reload. */
  resume(pending: PendingCreation): void;
  /** Continues phase `captcha` with the provider's token. */
  submitCaptcha(token: string): Promise<void>;
  /** Accepts the terms of phase `changed` and creates the claim with them. */
  acceptNewTerms(): Promise<void>;
  /** Ends the wait before the next attempt. */
  retryNow(): void;
  /** Aborts a running creation. */
  reset(): void;
}

/** Validates all fields: the failed phase of the first invalid field, null if all are valid. */
async function validateForm({ draft }: ExchangeModel): Promise<FailedPhase | null> {
  try {
    const [field] = await draft.validateAll();
    if (field === undefined) return null;
    const code = draft.errors.peek()[field]?.code ?? 'body_invalid';
    return { phase: 'failed', code, field, returnTo: 'requisites' };
  } catch {
    // The validators could not be loaded.
    return { phase: 'failed', code: 'network', returnTo: 'confirm' };
  }
}

/** Creates the flow; `onCreated` receives the new claim and its request. */
export function createCreationFlow(
  context: ClaimContext,
  onCreated: (created: ClaimCreated | BareClaim, request: PendingCreation) => void,
): CreationFlow {
  const { options, tabId, storage, phase, isInPhase } = context;
  const { api, exchange, generateId = generateRandomId } = options;
  const captcha = createCaptchaGate(api);
  let creation: ClaimCreation<ClaimCreated | BareClaim> | null = null;
  let changed: { draft: ClaimRequestDraft; currentTerms: QuotedTerms } | null = null;

  /** Phase `captcha`; `proceed` runs with its token. */
  function requireCaptcha(proceed: () => Promise<void>, isRepeated = false) {
    captcha.defer(proceed);
    phase.value = { phase: 'captcha', isRepeated };
  }

  /** Phase `changed`: the person accepts other terms or goes back. */
  function showChangedTerms(
    { facts, body, course, sides }: ClaimRequestDraft,
    currentTerms: QuotedTerms,
    reason: ChangedTerms['code'],
  ) {
    changed = { draft: { facts, body, course, sides }, currentTerms };
    const { fromSumma, toSumma } = body;
    phase.value = { phase: 'changed', reason, previousTerms: { fromSumma, toSumma, course }, currentTerms };
  }

  function showFailure(error: unknown) {
    const { phase: failed, errors } = toFailedPhase(error);
    exchange.draft.showErrors(errors);
    phase.value = failed;
    options.onError?.(failed.code);
    // The form shows outdated limits or an outdated course.
    if (failed.returnTo === 'form') void exchange.refreshCourse();
  }

  function showRefusal(pending: PendingCreation, error: unknown) {
    // 401, 429 and 503 are no decision about the draft, so its key stays valid.
    if (!(error instanceof ApiError) || ![401, 429, 503].includes(error.status))
      storage.savePendingCreation(null);
    const captchaError = getCaptchaError(error);
    if (captchaError) return requireCaptcha(() => submit(pending), captchaError === 'captcha_failed');
    const changedTerms = parseChangedTerms(error);
    if (!changedTerms) return showFailure(error);
    const { fromSumma, toSumma, course, quote, code } = changedTerms;
    showChangedTerms(pending, { fromSumma, toSumma, course, quote }, code);
  }

  async function send(pending: PendingCreation, recaptcha: string | null) {
    const started = startClaimCreation(api, pending, recaptcha, () => {
      phase.value = { phase: 'sending', isOutcomeUnknown: true };
    });
    creation = started;
    const result = await started.result;
    if (creation !== started) return;
    creation = null;
    if ('made' in result) onCreated(result.made, pending);
    else if ('refused' in result) showRefusal(pending, result.refused);
  }

  /** The saved creation for the same input in this tab; repeated unchanged even if the course changed. */
  function findSavedCreation({ facts }: ClaimRequestDraft): PendingCreation | null {
    const saved = storage.getPendingCreation();
    return saved?.tab === tabId && saved.facts === facts ? saved : null;
  }

  async function submit(draft: ClaimRequestDraft) {
    phase.value = { phase: 'sending', isOutcomeUnknown: false };
    const pending = findSavedCreation(draft) ?? { ...draft, key: generateId(), tab: tabId };
    storage.savePendingCreation(pending);
    await send(pending, captcha.consumeToken());
  }

  async function submitForm() {
    const shownTerms = getCurrentTerms(exchange);
    if (!shownTerms || creation) return;
    phase.value = { phase: 'sending', isOutcomeUnknown: false };
    const draft = await buildClaimRequest(exchange, shownTerms, {
      saveRequisites: options.shouldSaveRequisites?.() ?? false,
      storedReferral: options.getStoredReferral?.() ?? null,
    });
    if (!isInPhase('sending') || !draft) return;
    if (findSavedCreation(draft) || !isQuoteExpired(exchange, api.clock.now())) return submit(draft);
    await submitWithFreshQuote(draft, shownTerms);
  }

  /** Replaces the expired quote; if the amounts differ, the person must accept them first. */
  async function submitWithFreshQuote(draft: ClaimRequestDraft, shownTerms: QuotedTerms) {
    const isFresh = await exchange.refreshCourse();
    if (!isInPhase('sending')) return;
    const currentTerms = getCurrentTerms(exchange);
    if (!isFresh || !currentTerms) {
      const code = exchange.lastError.peek()?.code ?? 'rate_stale';
      phase.value = { phase: 'failed', code, returnTo: 'confirm' };
      options.onError?.(code);
    } else if (haveSameAmounts(shownTerms, currentTerms))
      await submit(applyTermsToDraft(draft, currentTerms));
    else showChangedTerms(draft, currentTerms, 'course_changed');
  }

  return {
    prefetchCaptcha: captcha.prefetchRequirement,
    async create() {
      if (!isInPhase('confirm')) return;
      const failed = await validateForm(exchange);
      if (!isInPhase('confirm')) return;
      if (failed) {
        phase.value = failed;
        // Its result shows whether the connection is back.
        if (failed.code === 'network') void exchange.refreshCourse();
      } else if (captcha.isRequired()) requireCaptcha(submitForm);
      else await submitForm();
    },
    resume(pending) {
      phase.value = { phase: 'sending', isOutcomeUnknown: true };
      void send(pending, null);
    },
    async submitCaptcha(token) {
      if (isInPhase('captcha')) await captcha.submit(token);
    },
    async acceptNewTerms() {
      if (!isInPhase('changed') || !changed) return;
      const { draft, currentTerms } = changed;
      changed = null;
      await submit(applyTermsToDraft(draft, currentTerms));
    },
    retryNow: () => creation?.retryNow(),
    reset() {
      creation?.abort();
      creation = null;
      changed = null;
    },
  };
}
