import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-core';
import { fetchDirections, fetchPair } from '../../../api/calculator.ts';
import { fetchClaimStatus } from '../../../api/claim.ts';
import { ApiError, toErrorCode } from '../../../api/apiError.ts';
import type { ApiClient } from '../../../api/client.ts';
import type { DetailedClaim } from '../../../contract/account/accountClaim.ts';
import type { ClosedReason } from '../../../contract/calculator.ts';
import type { Pair } from '../../../contract/course/pair.ts';
import {
  decimalToUnits,
  formatFieldAmount,
  parseAmount,
  unitsToDecimal,
  type Units,
} from '../../../exchange/amount.ts';
import type { CourseType, SideName } from '../../../exchange/course.ts';
import type { TypedAmount } from '../../../exchange/form/exchangeModel.ts';
import {
  getPairClosedReason,
  getPricingTerms,
  selectCourse,
  toFormattedAmount,
} from '../../../exchange/form/pairView.ts';
import { applyKeystroke, deriveFromTyped, formatAmountText } from '../../../exchange/form/typedAmounts.ts';
import { createPoller, type PollResult } from '../../../poller.ts';
import type { RepeatFailure, RepeatHint, RepeatPricingView } from './claimRepeatModel.ts';

/** Milliseconds between two requests for the course, as in the exchange form. */
const COURSE_POLL_INTERVAL_MS = 15_000;
const COURSE_RETRY_DELAY = { firstMs: 2_000, maxMs: 30_000 } as const;

/** A quote that expires sooner than this may be expired when the server reads it. */
const QUOTE_EXPIRY_MARGIN_MS = 2_000;

/** Lifetime of a course without `expiresAt`. */
const DEFAULT_QUOTE_LIFETIME_MS = 60_000;

/** Properties that the new claim shares with the repeated one. */
interface RepeatedExchange {
  fromId: number;
  toId: number;
  courseType: CourseType;
}

/** State of the course. `closed`: the pair cannot be exchanged now. */
export type RepeatPricingState =
  | { state: 'loading' }
  | { state: 'failed'; failure: RepeatFailure }
  | { state: 'closed'; reason: ClosedReason }
  | { state: 'open' };

/** The current price of a repeated claim. */
export interface RepeatPricing extends RepeatPricingView {
  readonly pricingState: ReadonlySignal<RepeatPricingState>;
  /** The quote of the course on screen; null if the server sends none. */
  getQuote(): string | null;
  /** Key of the typed sum. Equal keys belong to the same attempt. */
  getTypedKey(): string;
  isQuoteExpired(): boolean;
  /** Requests the course now; resolves with whether it is fresh afterwards. */
  refresh(): Promise<boolean>;
  /** Requests the course now and aborts a running request. */
  restart(): void;
  setVisible(isVisible: boolean): void;
  dispose(): void;
}

/** Loads the pair of a claim and keeps its course up to date while visible. */
export function createRepeatPricing(api: ApiClient, claim: DetailedClaim, isVisible: boolean): RepeatPricing {
  const loaded = signal<{ pair: Pair; courseType: CourseType; receivedAt: number } | null>(null);
  const loadFailure = signal<RepeatFailure | null>(null);
  const unknownCurrency = signal(false);
  const courseError = signal<string | null>(null);
  const typed = signal<TypedAmount | null>(
    createTypedAmount('from', decimalToUnits(claim.fromSumma, claim.from.decimals), claim.from.decimals),
  );
  let exchange: RepeatedExchange | null = null;

  const pricing = computed(() => loaded.value && getPricingTerms(loaded.value.pair, loaded.value.courseType));
  const amounts = computed(() => pricing.value && deriveFromTyped(typed.value, pricing.value));
  const decimals = computed(
    () => pricing.value?.decimals ?? { from: claim.from.decimals, to: claim.to.decimals },
  );

  const hints = { from: computed(() => deriveHint('from')), to: computed(() => deriveHint('to')) };

  function deriveHint(side: SideName): RepeatHint {
    const [terms, now] = [pricing.value, typed.value];
    const isTypedHere = now?.side === side;
    if (isTypedHere && !parseAmount(now.text).ok) return { kind: 'unreadable' };
    if (!terms) return { kind: 'none' };
    const format = (units: Units) => toFormattedAmount(units, terms.decimals[side]);
    const { min, max } = terms.limits[side];
    const missed = isTypedHere ? amounts.value?.clampedTo : null;
    if (missed === 'min') return { kind: 'below_min', limit: format(min) };
    if (missed === 'max' && max !== null) return { kind: 'above_max', limit: format(max) };
    return { kind: 'limits', min: format(min), max: max === null ? null : format(max) };
  }

  function commitAmount(): boolean {
    const now = typed.peek();
    const hint = now && hints[now.side].peek();
    if (!now?.value || hint?.kind === 'unreadable') return false;
    typed.value = createTypedAmount(
      now.side,
      decimalToUnits(now.value, decimals.peek()[now.side]),
      decimals.peek()[now.side],
    );
    return hint?.kind === 'limits';
  }

  async function poll(abortSignal: AbortSignal): Promise<PollResult> {
    try {
      exchange ??= await findExchange(api, claim, abortSignal);
      if (abortSignal.aborted) return null;
      unknownCurrency.value = exchange === null;
      if (exchange === null) return { ok: true };
      const pair = await fetchPair(api, exchange.fromId, exchange.toId, { signal: abortSignal });
      if (abortSignal.aborted) return null;
      const { courseType } = exchange;
      batch(() => {
        loaded.value = { pair, courseType, receivedAt: api.clock.now() };
        loadFailure.value = null;
        courseError.value = null;
      });
      return { ok: true };
    } catch (error) {
      if (abortSignal.aborted) return null;
      const retryAfter = error instanceof ApiError ? error.retryAfter : null;
      if (loaded.peek()) courseError.value = toErrorCode(error);
      else
        loadFailure.value = {
          code: toErrorCode(error),
          ...(retryAfter !== null && { after: retryAfter }),
        };
      return { ok: false, retryAfter };
    }
  }

  const poller = createPoller({
    clock: api.clock,
    isVisible,
    interval: { firstMs: COURSE_POLL_INTERVAL_MS, growth: 1, maxMs: COURSE_POLL_INTERVAL_MS },
    retryDelay: COURSE_RETRY_DELAY,
    maxHiddenAgeMs: COURSE_POLL_INTERVAL_MS,
    poll,
  });
  void poller.refresh();

  const createText = (side: SideName) =>
    computed(() => formatAmountText(side, typed.value, amounts.value, decimals.value));

  return {
    pricingState: computed((): RepeatPricingState => {
      if (unknownCurrency.value) return { state: 'closed', reason: { code: 'pair_unknown', detail: '' } };
      if (!loaded.value)
        return loadFailure.value ? { state: 'failed', failure: loadFailure.value } : { state: 'loading' };
      const reason = getPairClosedReason(loaded.value.pair, pricing.value?.limits ?? null);
      return reason ? { state: 'closed', reason } : { state: 'open' };
    }),
    terms: computed(() => {
      if (!loaded.value || !amounts.value) return null;
      return {
        fromSumma: unitsToDecimal(amounts.value.from, decimals.value.from),
        toSumma: unitsToDecimal(amounts.value.to, decimals.value.to),
        course: selectCourse(loaded.value.pair, loaded.value.courseType),
      };
    }),
    amountText: { from: createText('from'), to: createText('to') },
    amountHint: hints,
    courseError,
    typeAmount(side, text) {
      typed.value = applyKeystroke(typed.peek(), side, text, pricing.peek());
    },
    commitAmount,
    setToLimit(side, limit) {
      const terms = pricing.peek();
      const units = terms?.limits[side][limit];
      if (terms && units != null) typed.value = createTypedAmount(side, units, terms.decimals[side]);
    },
    getQuote: () => loaded.peek()?.pair.quote ?? null,
    getTypedKey: () => JSON.stringify([typed.peek()?.side, typed.peek()?.value]),
    isQuoteExpired() {
      const now = loaded.peek();
      return now === null || getQuoteEnd(now) - QUOTE_EXPIRY_MARGIN_MS <= api.clock.now();
    },
    refresh: () => poller.refresh(),
    restart: () => void poller.restart(),
    setVisible: poller.setVisible,
    dispose: poller.dispose,
  };
}

/** Creates an amount in the state after the person has typed it and left the field. */
const createTypedAmount = (side: SideName, units: Units, decimals: number): TypedAmount => ({
  side,
  text: formatFieldAmount(units, decimals),
  value: unitsToDecimal(units, decimals),
  isEditing: false,
});

/** Expiry of the quote by this device's clock. Uses the remaining time, because that clock may be wrong. */
function getQuoteEnd({ pair, receivedAt }: { pair: Pair; receivedAt: number }): number {
  if (pair.expiresAt === null) return receivedAt + DEFAULT_QUOTE_LIFETIME_MS;
  const serverNow = pair.now === null ? receivedAt : Date.parse(pair.now);
  return receivedAt + Date.parse(pair.expiresAt) - serverNow;
}

/** Finds the currencies and the course type of a claim; null if a currency does not exist any more. */
async function findExchange(
  api: ApiClient,
  claim: DetailedClaim,
  signal: AbortSignal,
): Promise<RepeatedExchange | null> {
  const [status, directions] = await Promise.all([
    fetchClaimStatus(api, { id: claim.id }, { signal }),
    fetchDirections(api, { signal }),
  ]);
  const items = directions.flatMap(direction => direction.items ?? []);
  const findId = (code: string) => items.find(item => item.code === code)?.id;
  const [fromId, toId] = [findId(claim.from.code), findId(claim.to.code)];
  if (fromId === undefined || toId === undefined) return null;
  const isVerified = 'id' in status && status.withVerificationCourse;
  return { fromId, toId, courseType: isVerified ? 'verification' : 'default' };
}
