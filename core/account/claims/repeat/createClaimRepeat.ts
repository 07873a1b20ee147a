import { computed, signal } from '@preact/signals-core';
import * as v from 'valibot';
import { ApiError } from '../../../api/apiError.ts';
import { fetchClaimStatus } from '../../../api/claim.ts';
import type { ApiClient, CallOptions } from '../../../api/client.ts';
import { sendCall } from '../../../api/sendCall.ts';
import { ClaimRepeat, repeatClaimCall } from '../../../contract/account/accountClaim.ts';
import type { ClaimCreated } from '../../../contract/claim.ts';
import type { ChangedTerms } from '../../../contract/claim/claimCreate.ts';
import { repeatUntilKnown, type ClaimCreation } from '../../../claim/create/claimCreation.ts';
import { parseChangedTerms, toFailedPhase } from '../../../claim/create/creationErrors.ts';
import {
  getCurrentTerms,
  haveSameAmounts,
  isQuoteExpired,
  type QuotedTerms,
} from '../../../claim/create/quotedTerms.ts';
import type { ClaimTerms } from '../../../claim/claimModel.ts';
import { createFixedPairModel, type FixedPairModel } from '../../../exchange/form/createFixedPairModel.ts';
import { generateRandomId } from '../../../randomId.ts';
import { createJsonStorage } from '../../../storage.ts';
import type { ClaimRepeatModel, ClaimRepeatOptions, RepeatFailure } from './claimRepeatModel.ts';
import { createHintSignal, derivePhase, type RepeatStep } from './repeatView.ts';

/** An attempt that is running or whose outcome is unknown. */
const PendingRepeat = v.object({
  /** Idempotency-Key of this attempt. */
  key: v.string(),
  /** The typed amount. A different amount is a different attempt. */
  typed: v.string(),
  /** The body exactly as sent: a repeated request must be identical. */
  body: ClaimRepeat,
  course: v.string(),
});
type PendingRepeat = Omit<v.InferOutput<typeof PendingRepeat>, 'body'> & { body: ClaimRepeat };

/** Error codes that a different amount cannot resolve. */
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
  const { api, claim, generateId = generateRandomId, onCreated } = options;
  const exchange = createRepeatedExchange(options);
  const storage = createJsonStorage(options.session ?? null, `exchange:${api.base}:repeat:`);
  const step = signal<RepeatStep>({ phase: 'editing', failure: null });
  const unavailable = signal<string | null>(null);
  const amountHint = { from: createHintSignal(exchange, 'from'), to: createHintSignal(exchange, 'to') };
  let creation: ClaimCreation | null = null;
  let newTerms: QuotedTerms | null = null;

  const showFailure = (failure: RepeatFailure | null) => {
    step.value = { phase: 'editing', failure };
  };

  function commitAmount(): boolean {
    const { kind } = amountHint[exchange.typedAmount.peek()?.side ?? 'from'].peek();
    return kind !== 'unreadable' && exchange.commitAmount() && kind === 'limits';
  }

  /** Shows terms that differ from those on screen; the person must accept them first. */
  function showNewTerms(reason: ChangedTerms['code'], previousTerms: ClaimTerms, terms: QuotedTerms): void {
    newTerms = terms;
    const { quote: _, ...currentTerms } = terms;
    step.value = { phase: 'changed', reason, previousTerms, currentTerms };
  }

  function showRefusal({ body, course: previousCourse }: PendingRepeat, error: unknown): void {
    // 401, 429 and 503 are no decision about the attempt, so its key stays valid.
    if (!(error instanceof ApiError) || ![401, 429, 503].includes(error.status)) storage.remove(claim.id);
    const changed = parseChangedTerms(error);
    if (changed) {
      const { fromSumma, toSumma, course, quote, code } = changed;
      const previousTerms = {
        fromSumma: body.fromSumma ?? fromSumma,
        toSumma: body.toSumma ?? toSumma,
        course: previousCourse,
      };
      return showNewTerms(code, previousTerms, { fromSumma, toSumma, course, quote });
    }
    const failure = toRepeatFailure(error);
    if (FINAL_CODES.has(failure.code)) unavailable.value = failure.code;
    showFailure(failure);
    // The limits or the course on screen are outdated.
    exchange.retry();
  }

  async function submit({ course, ...body }: QuotedTerms): Promise<void> {
    step.value = { phase: 'sending', isOutcomeUnknown: false };
    const { side, value } = exchange.typedAmount.peek() ?? {};
    const typed = JSON.stringify([side, value]);
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

  return {
    phase: computed(() => derivePhase(exchange, step.value, unavailable.value)),
    // The amounts change with the course.
    terms: computed(() => exchange.amounts.value && exchange.toPayload()),
    amountText: exchange.amountText,
    amountHint,
    courseError: computed(() => exchange.lastError.value?.code ?? null),
    typeAmount(side, text) {
      if (step.peek().phase !== 'editing') return;
      showFailure(null);
      exchange.typeAmount(side, text);
    },
    commitAmount,
    setToLimit(side, limit) {
      if (step.peek().phase !== 'editing') return;
      showFailure(null);
      exchange.setToLimit(side, limit);
    },
    async send() {
      if (step.peek().phase !== 'editing' || !commitAmount()) return;
      const shown = getCurrentTerms(exchange);
      if (!shown) return;
      if (!isQuoteExpired(exchange, api.clock.now())) return submit(shown);
      step.value = { phase: 'sending', isOutcomeUnknown: false };
      const isFresh = await exchange.refreshCourse();
      const current = getCurrentTerms(exchange);
      // The phase says why the pair is closed.
      if (exchange.closedReason.peek()) showFailure(null);
      else if (!isFresh || !current) showFailure({ code: exchange.lastError.peek()?.code ?? 'rate_stale' });
      else if (haveSameAmounts(shown, current)) await submit(current);
      else showNewTerms('course_changed', shown, current);
    },
    async acceptNewTerms() {
      if (step.peek().phase !== 'changed' || !newTerms) return;
      const terms = newTerms;
      newTerms = null;
      await submit(terms);
    },
    declineNewTerms() {
      if (step.peek().phase !== 'changed') return;
      newTerms = null;
      showFailure(null);
      exchange.retry();
    },
    refreshNow() {
      creation?.retryNow();
      exchange.retry();
    },
    setVisible: exchange.setVisible,
    dispose() {
      creation?.abort();
      creation = null;
      exchange.dispose();
    },
  };
}

/** The form's model for the claim's pair, course type and amount. */
function createRepeatedExchange({ api, claim, visible }: ClaimRepeatOptions): FixedPairModel {
  return createFixedPairModel({
    api,
    visible,
    from: claim.from.code,
    to: claim.to.code,
    amount: claim.fromSumma,
    async fetchCourseType(signal) {
      const status = await fetchClaimStatus(api, { id: claim.id }, { signal });
      return 'id' in status && status.withVerificationCourse ? 'verification' : 'default';
    },
  });
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
