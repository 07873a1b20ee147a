import type { City, ClosedReason, CurrencyItem } from '../../contract/calculator.ts';
import type { Pair } from '../../contract/course/pair.ts';
import { unitsToDecimal, decimalToUnits, formatCompactAmount, isNonZero } from '../amount.ts';
import type { Units } from '../amount.ts';
import { parseCourse, derivePairLimits, toReceiveUnits } from '../course.ts';
import type {
  SideBounds,
  CourseType,
  PairDecimals,
  PairLimits,
  CourseFraction,
  SideName,
} from '../course.ts';
import type { FormattedAmount } from './exchangeModel.ts';
import type { PricingTerms } from './typedAmounts.ts';

/** The pair on screen with the server's data. It is replaced as a whole. */
export interface CurrentPair {
  from: CurrencyItem;
  to: CurrencyItem;
  toIds: readonly number[];
  pair: Pair;
  city: string | null;
}

/** The decimals of a pair's amounts. */
export function getPairDecimals(pair: Pair): PairDecimals {
  return { from: pair.structure.from.roundCalculator, to: pair.structure.to.roundCalculator };
}

/** An amount as decimal text and as formatted text. */
export function toFormattedAmount(units: Units, decimals: number): FormattedAmount {
  return { value: unitsToDecimal(units, decimals), text: formatCompactAmount(units, decimals) };
}

/** The course text of a type; the default course if the pair has no verification course. */
export function selectCourse(pair: Pick<Pair, 'course' | 'verificationCourse'>, type: CourseType): string {
  return type === 'verification' && pair.verificationCourse !== null ? pair.verificationCourse : pair.course;
}

/** The course of a type as a fraction; null if the server sends 0 (a closed direction). */
export function getCourseFraction(pair: Pair, type: CourseType): CourseFraction | null {
  const text = selectCourse(pair, type);
  return isNonZero(text) ? parseCourse(text) : null;
}

function getSideBounds(pair: Pair, side: SideName, type: CourseType): SideBounds {
  const { min, minVerification, max, roundCalculator } = pair.structure[side];
  const lowerBound = type === 'verification' && minVerification !== null ? minVerification : min;
  return {
    min: lowerBound === null ? null : decimalToUnits(lowerBound, roundCalculator, 'up'),
    max: max === null ? null : decimalToUnits(max, roundCalculator, 'down'),
  };
}

/** The limits of both sides for a course type; `minVerification` applies in verification mode. */
export function getPairLimits(pair: Pair, type: CourseType): PairLimits | null {
  const courseFraction = getCourseFraction(pair, type);
  return (
    courseFraction &&
    derivePairLimits(
      getSideBounds(pair, 'from', type),
      getSideBounds(pair, 'to', type),
      courseFraction,
      getPairDecimals(pair),
    )
  );
}

/** The pricing terms of a pair for a course type; null without a course. */
export function getPricingTerms(pair: Pair, type: CourseType): PricingTerms | null {
  const [courseFraction, limits] = [getCourseFraction(pair, type), getPairLimits(pair, type)];
  const { defaultAmount, roundCalculator } = pair.structure.from;
  return (
    courseFraction &&
    limits && {
      rate: courseFraction,
      limits,
      decimals: getPairDecimals(pair),
      defaultAmount:
        defaultAmount === undefined ? null : decimalToUnits(defaultAmount, roundCalculator, 'down'),
    }
  );
}

/** The free reserve of the receive side; null if the server sends none. */
export function getFreeReserve(pair: Pair): FormattedAmount | null {
  const { reserve: reserveText, roundCalculator: decimals } = pair.structure.to;
  return reserveText === null
    ? null
    : toFormattedAmount(decimalToUnits(reserveText, decimals, 'down'), decimals);
}

/**
 * The amount from which a photo of the card is needed, formatted without the unit, if `sentUnits` reaches it; else
 * null.
 */
export function getReachedPhotoThreshold({ structure }: Pair, sentUnits: Units | null): string | null {
  const { verificationFrom, roundCalculator: decimals } = structure.from;
  if (verificationFrom === undefined || sentUnits === null) return null;
  const threshold = decimalToUnits(verificationFrom, decimals);
  return sentUnits >= threshold ? formatCompactAmount(threshold, decimals) : null;
}

/** The extra receive amount of `sentUnits` at the verification course, formatted; null if there is none. */
export function getVerificationGain(pair: Pair, sentUnits: Units | null): string | null {
  const [verificationFraction, defaultFraction] = [
    getCourseFraction(pair, 'verification'),
    getCourseFraction(pair, 'default'),
  ];
  if (sentUnits === null || !verificationFraction || !defaultFraction) return null;
  const decimals = getPairDecimals(pair);
  const gainUnits =
    toReceiveUnits(sentUnits, verificationFraction, decimals, 'down') -
    toReceiveUnits(sentUnits, defaultFraction, decimals, 'down');
  return gainUnits > 0n ? formatCompactAmount(gainUnits, decimals.to) : null;
}

/** Why the pair is closed: the server's reason, no course, or a maximum below the minimum; null if it is open. */
export function getPairClosedReason(pair: Pair, limits: PairLimits | null): ClosedReason | null {
  if (pair.closed) return pair.closed;
  if (!limits) return { code: 'direction_closed', detail: '' };
  const { min, max } = limits.from;
  return max !== null && max < min ? { code: 'reserve_empty', detail: '' } : null;
}

/** The cities of the cash side; empty if neither side is cash. */
export function listPairCities({ from, to }: CurrentPair): readonly City[] {
  return from.cities.length > 0 ? from.cities : to.cities;
}

/** The selected city of a cash pair, or its only one; null until one is selected, and without cash. */
export function getPairCity(pair: CurrentPair): City | null {
  const cities = listPairCities(pair);
  const onlyCity = cities.length === 1 ? cities[0] : undefined;
  return cities.find(({ code }) => code === pair.city) ?? onlyCity ?? null;
}
