import { computed } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { isNonZero, localizeDecimal } from '../amount.ts';
import type { CourseType, DerivedAmounts, PairDecimals, SideName } from '../course.ts';
import { toDisplayedCourse } from '../displayedCourse.ts';
import { deriveAmountHint } from './amountHint.ts';
import type { CoursePoller } from './requests/coursePoller.ts';
import type { AmountFieldHint, CourseOption, ExchangeView } from './exchangeModel.ts';
import type { ExchangeState, PricingSignals } from './exchangeState.ts';
import { listItems } from './requests/directionItems.ts';
import {
  getFreeReserve,
  getPairCity,
  listPairCities,
  getPairClosedReason,
  getPairDecimals,
  getReachedPhotoThreshold,
  getVerificationGain,
} from './pairView.ts';
import type { CurrentPair } from './pairView.ts';
import { canSwapPair, listPickerOptions } from './pickerOptions.ts';

/** How long a course without `expiresAt` is valid. */
const DEFAULT_QUOTE_LIFETIME_MS = 60_000;

const DEFAULT_DECIMALS: PairDecimals = { from: 2, to: 2 };

/** The signals about amounts that the view depends on. */
export interface AmountSignals {
  amounts: ReadonlySignal<DerivedAmounts | null>;
  decimals: ReadonlySignal<PairDecimals>;
}

/** The decimals of the current pair; 2 on both sides before one is loaded. */
export function deriveDecimals({ currentPair }: ExchangeState): ReadonlySignal<PairDecimals> {
  return computed(() => (currentPair.value ? getPairDecimals(currentPair.value.pair) : DEFAULT_DECIMALS));
}

/** Every computed signal of the form except the amounts and their texts. */
export function deriveExchangeView(
  state: ExchangeState,
  pricing: PricingSignals,
  amountSignals: AmountSignals,
  coursePoller: CoursePoller,
): Omit<ExchangeView, 'amounts' | 'amountText' | 'decimals'> {
  return {
    ...derivePairSignals(state),
    ...deriveCourseSignals(state, pricing, amountSignals, coursePoller),
    ...deriveLimitSignals(state, pricing, amountSignals),
  };
}

function derivePairSignals({ currentPair, directions, request }: ExchangeState) {
  const cities = computed(() => (currentPair.value ? listPairCities(currentPair.value) : []));
  const city = computed(() => currentPair.value && getPairCity(currentPair.value));
  return {
    items: computed(() => listItems(directions.value)),
    from: computed(() => currentPair.value?.from ?? null),
    to: computed(() => currentPair.value?.to ?? null),
    toIds: computed(() => currentPair.value?.toIds ?? []),
    pickerOptions: computed(() => listPickerOptions(directions.value, currentPair.value)),
    pendingPair: computed(() => request.value?.target ?? null),
    pair: computed(() => currentPair.value?.pair ?? null),
    cities,
    city,
    isCityMissing: computed(() => cities.value.length > 0 && city.value === null),
    canSwap: computed(() => {
      const [current, pending, allDirections] = [currentPair.value, request.value?.target, directions.value];
      return current !== null && canSwapPair(allDirections, current, pending ?? current);
    }),
  };
}

function deriveCourseSignals(
  { currentPair, receivedAt }: ExchangeState,
  { courseType, terms }: PricingSignals,
  { amounts }: AmountSignals,
  coursePoller: CoursePoller,
) {
  const expiresAt = computed(() => {
    const [current, receivedMs] = [currentPair.value, receivedAt.value];
    const { expiresAt: serverExpiry = null, now: serverNow = null } = current?.pair ?? {};
    if (serverExpiry === null) return null;
    // This device's clock may be wrong: only the server's remaining time counts.
    return receivedMs + Date.parse(serverExpiry) - (serverNow === null ? receivedMs : Date.parse(serverNow));
  });
  return {
    courseType,
    courseOptions: computed(() => (currentPair.value ? listCourseOptions(currentPair.value) : [])),
    discountPercent: computed(() => {
      const { bonus = null, bonusVerification = bonus } = currentPair.value?.pair ?? {};
      const percent = courseType.value === 'verification' ? bonusVerification : bonus;
      return percent && isNonZero(percent) ? localizeDecimal(percent) : null;
    }),
    verificationGain: computed(
      () => currentPair.value && getVerificationGain(currentPair.value.pair, amounts.value?.from ?? null),
    ),
    courseFraction: computed(() => terms.value?.rate ?? null),
    expiresAt,
    isQuoteExpired: computed(() => {
      const quoteEnd = expiresAt.value ?? receivedAt.value + DEFAULT_QUOTE_LIFETIME_MS;
      return quoteEnd <= coursePoller.currentTime.value;
    }),
    countdown: coursePoller.countdown,
  };
}

function deriveLimitSignals(
  { currentPair, typedAmount }: ExchangeState,
  { terms }: PricingSignals,
  { amounts, decimals }: AmountSignals,
) {
  const limits = computed(() => terms.value?.limits ?? null);
  const reserve = computed(() => currentPair.value && getFreeReserve(currentPair.value.pair));
  const createHintSignal = (side: SideName) => {
    let lastHint: AmountFieldHint = { kind: 'none' };
    let lastKey = '';
    return computed(() => {
      const hint = deriveAmountHint(side, {
        typedAmount: typedAmount.value,
        amounts: amounts.value,
        limits: limits.value,
        decimals: decimals.value,
        reserve: reserve.value,
      });
      // An equal hint keeps its identity, so that a keystroke does not render it again.
      const key = JSON.stringify(hint);
      if (key !== lastKey) [lastHint, lastKey] = [hint, key];
      return lastHint;
    });
  };
  return {
    closedReason: computed(
      () => currentPair.value && getPairClosedReason(currentPair.value.pair, limits.value),
    ),
    limits,
    cardPhotoThreshold: computed(
      () =>
        currentPair.value && getReachedPhotoThreshold(currentPair.value.pair, amounts.value?.from ?? null),
    ),
    amountHint: { from: createHintSignal('from'), to: createHintSignal('to') },
  };
}

/** The courses to choose from: one, or two if there is a verification course. */
function listCourseOptions({ pair, from, to }: CurrentPair): CourseOption[] {
  const { course, verificationCourse } = pair;
  const toCourseOption = (type: CourseType, value: string): CourseOption => ({
    type,
    value,
    displayed: toDisplayedCourse(value, from.ticker, to.ticker),
  });
  const defaultOption = toCourseOption('default', course);
  return verificationCourse === null
    ? [defaultOption]
    : [defaultOption, toCourseOption('verification', verificationCourse)];
}
