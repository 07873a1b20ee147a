import { sendCall } from '../../api/sendCall.ts';
import type { BareClaim, ClaimCreated } from '../../contract/claim.ts';
import { createClaimCall } from '../../contract/claim/claimActions.ts';
import type { ExchangeModel } from '../../exchange/form/exchangeModel.ts';
import type { ClaimContext } from '../claimContext.ts';
import type { PendingCreation } from '../claimStorage.ts';
import { createCaptchaGate, getCaptchaError } from './captchaGate.ts';
import { buildClaimRequest, type ClaimRequestDraft } from './claimRequest.ts';
import { toFailedPhase, type FailedPhase } from './creationErrors.ts';
import { createKeyedCreation, type KeyedCreation } from './keyedCreation.ts';
import { getCurrentTerms } from './quotedTerms.ts';

/** Creates the claim: phases `captcha`, `sending`, `changed` and `failed`. */
export interface CreationFlow extends Omit<KeyedCreation<ClaimRequestDraft>, 'create' | 'submit'> {
  /** Fetches early whether a captcha is required. */
  prefetchCaptcha(): void;
  /** Validates the form and creates the claim (phase `confirm`). */
  create(): Promise<void>;
  /** Continues phase `captcha` with the provider's token. */
  submitCaptcha(token: string): Promise<void>;
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
  const { api, exchange, generateId } = options;
  const captcha = createCaptchaGate(api);

  /** Phase `captcha`; `proceed` runs with its token. */
  function requireCaptcha(proceed: () => Promise<void>, isRepeated = false) {
    captcha.defer(proceed);
    phase.value = { phase: 'captcha', isRepeated };
  }

  function showFailure(failed: FailedPhase) {
    phase.value = failed;
    options.onError?.(failed.code);
    // The form shows outdated limits or an outdated course.
    if (failed.returnTo === 'form') void exchange.refreshCourse();
  }

  const creation = createKeyedCreation<ClaimRequestDraft, ClaimCreated | BareClaim>({
    api,
    exchange,
    generateId,
    findSaved({ facts }) {
      const saved = storage.getPendingCreation();
      return saved?.tab === tabId && saved.facts === facts ? saved : null;
    },
    save: storage.savePendingCreation,
    createRequest(pending) {
      const body = { ...pending.body, recaptcha: captcha.consumeToken() };
      return request => sendCall(api, createClaimCall, { ...request, isAuthorized: true, body });
    },
    onPhaseChange: newPhase => (phase.value = newPhase),
    onQuoteMissing(code) {
      showFailure({ phase: 'failed', code, returnTo: exchange.closedReason.peek() ? 'form' : 'confirm' });
    },
    onRefused(error, pending) {
      const captchaError = getCaptchaError(error);
      if (captchaError)
        return requireCaptcha(() => creation.submit(pending), captchaError === 'captcha_failed');
      const { phase: failed, errors } = toFailedPhase(error);
      exchange.draft.showErrors(errors);
      showFailure(failed);
    },
    onCreated,
  });

  async function submitForm() {
    const terms = getCurrentTerms(exchange);
    if (!terms) return;
    phase.value = { phase: 'sending', isOutcomeUnknown: false };
    const draft = await buildClaimRequest(exchange, terms, {
      tab: tabId,
      saveRequisites: options.shouldSaveRequisites?.() ?? false,
      storedReferral: options.getStoredReferral?.() ?? null,
    });
    if (isInPhase('sending') && draft) await creation.create(draft);
  }

  return {
    ...creation,
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
    async submitCaptcha(token) {
      if (isInPhase('captcha')) await captcha.submit(token);
    },
  };
}
