import { computed, signal } from '@preact/signals-core';
import type { Signal } from '@preact/signals-core';
import type { Direction, CodeReplacement, CalculatorSettings } from '../../contract/calculator.ts';
import { listPickerOptions, canSwapPair } from './pickerOptions.ts';
import { resolveCourseType } from '../course.ts';
import type { CourseType, SideName } from '../course.ts';
import {
  getPricingTerms,
  getPairDecimals,
  formatFieldAmount,
  getFreeReserve,
  getPairCity,
  getPairClosedReason,
  listCourseOptions,
  getVerificationGain,
} from './pairView.ts';
import type { CurrentPair } from './pairView.ts';
import { deriveAmountHint } from './amountHint.ts';
import type { CoursePoller } from './coursePoller.ts';
import { listItems } from './pairLoader.ts';
import type { TargetPair } from './pairLoader.ts';
import type {
  AmountFieldHint,
  CourseFreshness,
  ExchangePhase,
  ChangeSource,
  TypedAmount,
} from './exchangeModel.ts';
import { deriveFromTyped } from './typedAmounts.ts';
import type { PricingTerms } from './typedAmounts.ts';
import type { AmountInputModel } from './amountInputModel.ts';

/** A pair on its way, and what to do when it is here. */
export interface PendingPair extends TargetPair {
  source: ChangeSource;
  /** The sum to have then; left out: the one typed before. */
  typedAmount?: TypedAmount | null;
}

/** What happened so far: what the person did and what the server answered. All else is computed from it. */
export interface ExchangeState {
  phase: Signal<ExchangePhase>;
  freshness: Signal<CourseFreshness>;
  lastError: Signal<{ code: string; after: number | null } | null>;
  settings: Signal<CalculatorSettings | null>;
  directions: Signal<readonly Direction[]>;
  currentPair: Signal<CurrentPair | null>;
  /** When the course came, milliseconds by this device's clock. */
  receivedAt: Signal<number>;
  pendingPair: Signal<PendingPair | null>;
  replacements: Signal<readonly CodeReplacement[]>;
  chosenCourseType: Signal<CourseType | null>;
}

/** The state before anything was asked. */
export function createExchangeState(): ExchangeState {
  return {
    phase: signal<ExchangePhase>({ phase: 'loading' }),
    freshness: signal<CourseFreshness>('refreshing'),
    lastError: signal(null),
    settings: signal(null),
    directions: signal([]),
    currentPair: signal(null),
    receivedAt: signal(0),
    pendingPair: signal(null),
    replacements: signal([]),
    chosenCourseType: signal(null),
  };
}

/** Without an `expiresAt` a course is taken for good as long as servers accept an amount made with it. */
const DEFAULT_QUOTE_LIFETIME_MS = 60_000;

/** The course type that holds, and the terms that follow from it. */
export function deriveTerms({ currentPair, settings, chosenCourseType }: ExchangeState) {
  const courseType = computed(() => {
    const hasVerificationCourse = currentPair.value?.pair.verificationCourse != null;
    return resolveCourseType(
      chosenCourseType.value,
      hasVerificationCourse,
      settings.value?.verificationFirst ?? false,
    );
  });
  const pricingTerms = computed<PricingTerms | null>(() => {
    const [current, type] = [currentPair.value, courseType.value];
    return current && getPricingTerms(current.pair, type);
  });
  return { type: courseType, all: pricingTerms };
}

const DEFAULT_DECIMALS = { from: 2, to: 2 };

/** All that a form shows, computed from what happened. */
export function deriveView(
  state: ExchangeState,
  { type: courseType, all: pricingTerms }: ReturnType<typeof deriveTerms>,
  amountInput: AmountInputModel,
  coursePoller: CoursePoller,
) {
  const { currentPair, receivedAt } = state;
  const { typedAmount } = amountInput;
  const pair = computed(() => currentPair.value?.pair ?? null);
  const limits = computed(() => pricingTerms.value?.limits ?? null);
  const decimals = computed(() => (pair.value ? getPairDecimals(pair.value) : DEFAULT_DECIMALS));
  const amounts = computed(
    () => pricingTerms.value && deriveFromTyped(typedAmount.value, pricingTerms.value),
  );
  const expiresAt = computed(() => {
    const [pricedPair, receivedMs] = [pair.value, receivedAt.value];
    if (!pricedPair || pricedPair.expiresAt === null) return null;
    // By the server's clock where it tells the time: this device's may be wrong.
    return (
      receivedMs +
      Date.parse(pricedPair.expiresAt) -
      (pricedPair.now === null ? receivedMs : Date.parse(pricedPair.now))
    );
  });
  const amountTextOf = (side: SideName) =>
    computed(() => {
      if (typedAmount.value?.side === side) return typedAmount.value.text;
      return amounts.value ? formatFieldAmount(amounts.value[side], decimals.value[side]) : '';
    });
  const reserve = computed(() => pair.value && getFreeReserve(pair.value));
  const amountHintOf = (side: SideName) => {
    let lastHint: AmountFieldHint = { kind: 'none' };
    let lastKey = '';
    return computed(() => {
      const now = deriveAmountHint(side, {
        typedAmount: typedAmount.value,
        amounts: amounts.value,
        limits: limits.value,
        decimals: decimals.value,
        reserve: reserve.value,
      });
      // The one before where it says the same: a keystroke must not draw it anew.
      const key = JSON.stringify(now);
      if (key !== lastKey) [lastHint, lastKey] = [now, key];
      return lastHint;
    });
  };
  return {
    items: computed(() => listItems(state.directions.value)),
    from: computed(() => currentPair.value?.from ?? null),
    to: computed(() => currentPair.value?.to ?? null),
    toIds: computed(() => currentPair.value?.toIds ?? []),
    pickerOptions: computed(() => listPickerOptions(state.directions.value, currentPair.value)),
    pair,
    city: computed(() => currentPair.value && getPairCity(currentPair.value)),
    closedReason: computed(() => pair.value && getPairClosedReason(pair.value, limits.value)),
    courseType,
    courseOptions: computed(() => (pair.value ? listCourseOptions(pair.value) : [])),
    verificationGain: computed(
      () => pair.value && getVerificationGain(pair.value, amounts.value?.from ?? null),
    ),
    courseFraction: computed(() => pricingTerms.value?.rate ?? null),
    limits,
    decimals,
    expiresAt,
    isQuoteExpired: computed(
      () =>
        (expiresAt.value ?? receivedAt.value + DEFAULT_QUOTE_LIFETIME_MS) <= coursePoller.currentTime.value,
    ),
    countdown: coursePoller.countdown,
    typedAmount,
    amounts,
    amountText: { from: amountTextOf('from'), to: amountTextOf('to') },
    amountHint: { from: amountHintOf('from'), to: amountHintOf('to') },
    canSwap: computed(
      () => currentPair.value !== null && canSwapPair(state.directions.value, currentPair.value),
    ),
  };
}
