import { computed, signal } from '@preact/signals-core';
import * as v from 'valibot';
import { fetchClaimStatus } from '../../../api/claim.ts';
import { sendCall } from '../../../api/sendCall.ts';
import { createKeyedCreation } from '../../../claim/create/keyedCreation.ts';
import { toFailedPhase } from '../../../claim/create/creationErrors.ts';
import { getCurrentTerms } from '../../../claim/create/quotedTerms.ts';
import { repeatClaimCall } from '../../../contract/account/accountClaim.ts';
import type { ClaimCreated } from '../../../contract/claim.ts';
import { decimal } from '../../../contract/decimal.ts';
import { createFixedPairModel, type FixedPairModel } from '../../../exchange/form/createFixedPairModel.ts';
import { createJsonStorage } from '../../../storage.ts';
import type { ClaimRepeatModel, ClaimRepeatOptions, RepeatFailure } from './claimRepeatModel.ts';
import { createHintSignal, derivePhase, type RepeatStep } from './repeatView.ts';

/** A repeat that is being created or whose outcome is unknown. */
const PendingRepeat = v.object({
  /** Its Idempotency-Key. */
  key: v.string(),
  /** The typed amount as JSON. A different amount is a different claim. */
  typed: v.string(),
  /** The body exactly as sent: a repeated request must be identical. */
  body: v.object({ fromSumma: decimal, toSumma: decimal, quote: v.nullable(v.string()) }),
  course: v.string(),
});
type RepeatDraft = Omit<v.InferOutput<typeof PendingRepeat>, 'key'>;

/** Error codes that a different amount cannot resolve. */
const FINAL_CODES = new Set(['requisites_erased', 'not_found', 'field_unknown', 'requisites_missing']);

/** Creates the model and loads the current course. The caller disposes of it. */
export function createClaimRepeat(options: ClaimRepeatOptions): ClaimRepeatModel {
  const { api, claim, generateId, onCreated } = options;
  const exchange = createRepeatedExchange(options);
  const storage = createJsonStorage(options.session ?? null, `exchange:${api.base}:repeat:`);
  const step = signal<RepeatStep>({ phase: 'editing', failure: null });
  const unavailable = signal<string | null>(null);
  const amountHint = { from: createHintSignal(exchange, 'from'), to: createHintSignal(exchange, 'to') };

  const showFailure = (failure: RepeatFailure | null) => {
    step.value = { phase: 'editing', failure };
  };

  function commitAmount(): boolean {
    const { kind } = amountHint[exchange.typedAmount.peek()?.side ?? 'from'].peek();
    return kind !== 'unreadable' && exchange.commitAmount() && kind === 'limits';
  }

  const creation = createKeyedCreation<RepeatDraft, ClaimCreated>({
    api,
    exchange,
    generateId,
    findSaved({ typed }) {
      const saved = storage.read(PendingRepeat, claim.id);
      return saved?.typed === typed ? saved : null;
    },
    save: pending => (pending ? storage.write(claim.id, pending) : storage.remove(claim.id)),
    createRequest({ body }) {
      return request => sendCall(api, repeatClaimCall, { ...request, id: claim.id, body });
    },
    onPhaseChange: newStep => (step.value = newStep),
    onQuoteMissing(code) {
      // The phase says why the pair is closed.
      showFailure(exchange.closedReason.peek() ? null : { code });
    },
    onRefused(error) {
      const failure = toRepeatFailure(error);
      if (FINAL_CODES.has(failure.code)) unavailable.value = failure.code;
      showFailure(failure);
      // The limits or the course on screen are outdated.
      exchange.retry();
    },
    onCreated(created) {
      onCreated?.(created);
      step.value = { phase: 'created', id: created.id };
    },
  });

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
      const terms = getCurrentTerms(exchange);
      if (!terms) return;
      const { course, ...body } = terms;
      const { side, value } = exchange.typedAmount.peek() ?? {};
      await creation.create({ typed: JSON.stringify([side, value]), body, course });
    },
    acceptNewTerms: creation.acceptNewTerms,
    declineNewTerms() {
      if (step.peek().phase !== 'changed') return;
      creation.reset();
      showFailure(null);
      exchange.retry();
    },
    refreshNow() {
      creation.retryNow();
      exchange.retry();
    },
    setVisible: exchange.setVisible,
    dispose() {
      creation.reset();
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
