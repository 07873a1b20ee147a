import { computed, signal } from '@preact/signals-core';
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import type { Direction } from '../../contract/calculator.ts';
import type { CodeReplacement, CalculatorSettings } from '../../contract/course/calculatorSettings.ts';
import { resolveCourseType } from '../course.ts';
import type { CourseType } from '../course.ts';
import { getPricingTerms } from './pairView.ts';
import type { CurrentPair } from './pairView.ts';
import type { TargetPair } from './requests/pairLoader.ts';
import type {
  CourseFreshness,
  ExchangePhase,
  ChangeSource,
  PairSelection,
  TypedAmount,
} from './exchangeModel.ts';
import type { PricingTerms } from './typedAmounts.ts';

interface PairRequestChange {
  source: ChangeSource;
  /** The amount to set when the pair arrives; undefined keeps what is typed. */
  typedAmount: TypedAmount | null | undefined;
}

/**
 * A pair that is not loaded yet. `load` needs directions, to-ids and the pair, requested by codes; `switch` needs only
 * the pair. `target` is the pair picked by a person, which the form shows as pending.
 */
export type PairRequest =
  | (PairRequestChange & { kind: 'load'; selection: PairSelection; target: TargetPair | null })
  | (PairRequestChange & { kind: 'switch'; target: TargetPair });

/** The person's input and the server's responses. Everything else is computed from them. */
export interface ExchangeState {
  phase: Signal<ExchangePhase>;
  freshness: Signal<CourseFreshness>;
  lastError: Signal<{ code: string; after: number | null } | null>;
  settings: Signal<CalculatorSettings | null>;
  directions: Signal<readonly Direction[]>;
  currentPair: Signal<CurrentPair | null>;
  /** When the course was received, in milliseconds of this device's clock. */
  receivedAt: Signal<number>;
  /** The pair to load next; null while the current pair is the latest one requested. */
  request: Signal<PairRequest | null>;
  replacements: Signal<readonly CodeReplacement[]>;
  chosenCourseType: Signal<CourseType | null>;
  typedAmount: Signal<TypedAmount | null>;
}

/** The state before the first response. */
export function createExchangeState(): ExchangeState {
  return {
    phase: signal<ExchangePhase>({ phase: 'loading' }),
    freshness: signal<CourseFreshness>('refreshing'),
    lastError: signal(null),
    settings: signal(null),
    directions: signal([]),
    currentPair: signal(null),
    receivedAt: signal(0),
    request: signal(null),
    replacements: signal([]),
    chosenCourseType: signal(null),
    typedAmount: signal(null),
  };
}

/** Whether a pair is on screen and no `load` request is pending. False while a stored snapshot is shown. */
export function hasLoadedDirections({ currentPair, request }: ExchangeState): boolean {
  return currentPair.peek() !== null && request.peek()?.kind !== 'load';
}

/** The course type in use, and the terms that the amounts are calculated with; null without a course. */
export interface PricingSignals {
  courseType: ReadonlySignal<CourseType>;
  terms: ReadonlySignal<PricingTerms | null>;
}

/** Derives the course type and the pricing terms of the current pair. */
export function derivePricing({ currentPair, settings, chosenCourseType }: ExchangeState): PricingSignals {
  const courseType = computed(() => {
    const hasVerificationCourse = currentPair.value?.pair.verificationCourse != null;
    const verificationFirst = settings.value?.verificationFirst ?? false;
    return resolveCourseType(chosenCourseType.value, hasVerificationCourse, verificationFirst);
  });
  const terms = computed(() => {
    const [current, type] = [currentPair.value, courseType.value];
    return current && getPricingTerms(current.pair, type);
  });
  return { courseType, terms };
}
