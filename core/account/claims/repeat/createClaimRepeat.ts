import { computed, signal } from '@preact/signals-core';
import * as v from 'valibot';
import { ApiError } from '../../../api/apiError.ts';
import type { ApiClient, CallOptions } from '../../../api/client.ts';
import { sendCall } from '../../../api/sendCall.ts';
import { ClaimRepeat, repeatClaimCall } from '../../../contract/account/accountClaim.ts';
import type { ClaimCreated } from '../../../contract/claim.ts';
import { repeatUntilKnown, type ClaimCreation } from '../../../claim/create/claimCreation.ts';
import { parseChangedTerms, toFailedPhase } from '../../../claim/create/creationErrors.ts';
import type { ClaimTerms } from '../../../claim/claimModel.ts';
import { generateRandomId } from '../../../randomId.ts';
import { createJsonStorage } from '../../../storage.ts';
import type {
  ClaimRepeatModel,
  ClaimRepeatOptions,
  ClaimRepeatPhase,
  RepeatFailure,
} from './claimRepeatModel.ts';
import { createRepeatPricing } from './repeatPricing.ts';

/** An attempt that is running or whose outcome is unknown. */
const PendingRepeat = v.object({
  /** Idempotency-Key of this attempt. */
  key: v.string(),
  /** The typed sum. A different sum is a different attempt. */
  typed: v.string(),
  /** The body exactly as sent: a repeated request must be identical. */
  body: ClaimRepeat,
  course: v.string(),
});
type PendingRepeat = Omit<v.InferOutput<typeof PendingRepeat>, 'body'> & { body: ClaimRepeat };

/** Phases that the person's actions set. The other phases depend on the course. */
type RepeatStep = Extract<ClaimRepeatPhase, { phase: 'editing' | 'sending' | 'changed' | 'created' }>;

/** Error codes that a different sum cannot resolve. */
const FINAL_CODES = new Set(['requisites_erased', 'not_found', 'field_unknown', 'requisites_missing']);

/** Creates one claim per idempotency key, with the requisites of an earlier one. */
const sendRepeat = (
  api: ApiClient,
  id: string,
  { key, body }: PendingRepeat,
  options: CallOptions,
): Promise<ClaimCreated> =>
  sendCall(api, repeatClaimCall, { ...options, id, headers: { 'idempotency-key': key }, body });

/** Creates the model and loads the current course. The caller disposes of it. */
export function createClaimRepeat(options: ClaimRepeatOptions): ClaimRepeatModel {
  const { api, claim, generateId = generateRandomId, visible = true, onCreated } = options;
  const pricing = createRepeatPricing(api, claim, visible);
  const storage = createJsonStorage(options.session ?? null, `exchange:${api.base}:repeat:`);
  const step = signal<RepeatStep>({ phase: 'editing', failure: null });
  const unavailable = signal<string | null>(null);
  let creation: ClaimCreation | null = null;
  let isDisposed = false;
  let changed: { body: ClaimRepeat; course: string } | null = null;

  const showFailure = (failure: RepeatFailure | null) => {
    step.value = { phase: 'editing', failure };
  };

  function showRefusal(pending: PendingRepeat, error: unknown): void {
    // 401, 429 and 503 are no decision about the attempt, so its key stays valid.
    if (!(error instanceof ApiError) || ![401, 429, 503].includes(error.status)) storage.remove(claim.id);
    const terms = parseChangedTerms(error);
    if (terms) {
      const { fromSumma, toSumma, course, quote, code } = terms;
      changed = { body: { fromSumma, toSumma, quote }, course };
      const { body } = pending;
      const previousTerms = {
        fromSumma: body.fromSumma ?? fromSumma,
        toSumma: body.toSumma ?? toSumma,
        course: pending.course,
      };
      step.value = {
        phase: 'changed',
        reason: code,
        previousTerms,
        currentTerms: { fromSumma, toSumma, course },
      };
      return;
    }
    const failure = toRepeatFailure(error);
    if (FINAL_CODES.has(failure.code)) unavailable.value = failure.code;
    showFailure(failure);
    // The limits or the course on screen are outdated.
    pricing.restart();
  }

  async function submit(body: ClaimRepeat, course: string): Promise<void> {
    step.value = { phase: 'sending', isOutcomeUnknown: false };
    const typed = pricing.getTypedKey();
    const saved = storage.read(PendingRepeat, claim.id);
    const pending: PendingRepeat =
      saved?.typed === typed ? saved : { key: generateId(), typed, body, course };
    storage.write(claim.id, pending);
    const started = repeatUntilKnown(
      api.clock,
      callOptions => sendRepeat(api, claim.id, pending, callOptions),
      () => {
        step.value = { phase: 'sending', isOutcomeUnknown: true };
      },
    );
    creation = started;
    const result = await started.result;
    if (creation !== started) return;
    creation = null;
    if ('refused' in result) showRefusal(pending, result.refused);
    if (!('made' in result)) return;
    storage.remove(claim.id);
    onCreated?.(result.made);
    step.value = { phase: 'created', id: result.made.id };
  }

  /** Shows terms that differ from those on screen; the person must accept them first. */
  function showNewTerms(previousTerms: ClaimTerms, currentTerms: ClaimTerms): void {
    const { fromSumma, toSumma, course } = currentTerms;
    changed = { body: { fromSumma, toSumma, quote: pricing.getQuote() }, course };
    step.value = { phase: 'changed', reason: 'course_changed', previousTerms, currentTerms };
  }

  return {
    ...pricing,
    phase: computed((): ClaimRepeatPhase => {
      const [now, state] = [step.value, pricing.pricingState.value];
      if (unavailable.value !== null)
        return { phase: 'unavailable', reason: { code: unavailable.value, detail: '' } };
      if (now.phase !== 'editing') return now;
      if (state.state === 'closed') return { phase: 'unavailable', reason: state.reason };
      if (state.state === 'failed') return { phase: 'failed', failure: state.failure };
      return state.state === 'loading' ? { phase: 'loading' } : now;
    }),
    typeAmount(side, text) {
      if (step.peek().phase !== 'editing') return;
      showFailure(null);
      pricing.typeAmount(side, text);
    },
    setToLimit(side, limit) {
      if (step.peek().phase !== 'editing') return;
      showFailure(null);
      pricing.setToLimit(side, limit);
    },
    async send() {
      if (step.peek().phase !== 'editing' || !pricing.commitAmount()) return;
      const shown = pricing.terms.peek();
      if (!shown) return;
      step.value = { phase: 'sending', isOutcomeUnknown: false };
      if (pricing.isQuoteExpired()) {
        const isFresh = await pricing.refresh();
        if (isDisposed) return;
        const current = pricing.terms.peek();
        if (!isFresh || !current) return showFailure({ code: pricing.courseError.peek() ?? 'rate_stale' });
        if (current.fromSumma !== shown.fromSumma || current.toSumma !== shown.toSumma)
          return showNewTerms(shown, current);
      }
      const { fromSumma, toSumma, course } = shown;
      await submit({ fromSumma, toSumma, quote: pricing.getQuote() }, course);
    },
    async acceptNewTerms() {
      if (step.peek().phase !== 'changed' || !changed) return;
      const { body, course } = changed;
      changed = null;
      await submit(body, course);
    },
    declineNewTerms() {
      if (step.peek().phase !== 'changed') return;
      changed = null;
      showFailure(null);
      pricing.restart();
    },
    refreshNow() {
      creation?.retryNow();
      pricing.restart();
    },
    dispose() {
      isDisposed = true;
      creation?.abort();
      creation = null;
      pricing.dispose();
    },
  };
}

function toRepeatFailure(error: unknown): RepeatFailure {
  const { code, field, limit, retryAfter } = toFailedPhase(error).phase;
  // `reserve_short` names no field, but its limit is an amount to receive.
  const side =
    field === 'fromSumma' ? 'from' : field === 'toSumma' || code === 'reserve_short' ? 'to' : undefined;
  return {
    code,
    ...(side && { side }),
    ...(limit !== undefined && { limit }),
    ...(retryAfter !== undefined && { after: retryAfter }),
  };
}
