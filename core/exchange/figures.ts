import type { City, Closed, Item, Pair } from '../contract/calculator.ts';
import * as amount from './amount.ts';
import type { Units } from './amount.ts';
import * as course from './course.ts';
import type { Bounds, CourseType, Decimals, Limits, Rate, SideName } from './course.ts';
import type { Limit, Offer } from './model.ts';
import type { Terms } from './sums.ts';

/** A pair as it is on screen: what was chosen and what the server says of it. All of it changes at once. */
export interface Current {
  from: Item;
  to: Item;
  toIds: readonly number[];
  pair: Pair;
  city: string | null;
}

/** How many decimals the sums of a pair have. */
export function decimals(pair: Pair): Decimals {
  return { from: pair.structure.from.roundCalculator, to: pair.structure.to.roundCalculator };
}

/** A sum in a field: all decimals of money («101 775,00»), of coins only those that say something («0,0005»). */
export function shown(units: Units, places: number): string {
  const text = amount.toText(units, places);
  return amount.show(places > 2 ? amount.trim(text) : text);
}

/** A sum in a sentence: «50», «17,28», «0,0005». */
export function brief(units: Units, places: number): string {
  const text = amount.toText(units, places);
  return amount.show(places > 2 || /\.0+$/.test(text) ? amount.trim(text) : text);
}

/** A limit for the wire and for people. */
export function limit(units: Units, places: number): Limit {
  return { value: amount.toText(units, places), text: brief(units, places) };
}

/** Course text of the type named; the usual one where there is no other. */
export function courseText(pair: Pair, type: CourseType): string {
  return type === 'verification' && pair.verificationCourse !== null ? pair.verificationCourse : pair.course;
}

/** The course of that type as a fraction; null where the server has none (a closed direction may say 0). */
export function rate(pair: Pair, type: CourseType): Rate | null {
  const text = courseText(pair, type);
  return /[1-9]/.test(text) ? course.parse(text) : null;
}

function bounds(pair: Pair, side: SideName, type: CourseType): Bounds {
  const { min, minVerification, max, roundCalculator } = pair.structure[side];
  const low = type === 'verification' && minVerification !== null ? minVerification : min;
  return {
    min: low === null ? null : amount.fromText(low, roundCalculator, 'up'),
    max: max === null ? null : amount.fromText(max, roundCalculator, 'down'),
  };
}

/** Limits of both sides in that course type (SPEC §5: in verification mode the minimum is minVerification). */
export function limits(pair: Pair, type: CourseType): Limits | null {
  const fraction = rate(pair, type);
  return (
    fraction && course.limits(bounds(pair, 'from', type), bounds(pair, 'to', type), fraction, decimals(pair))
  );
}

/** What the sums of a pair are counted with in that course type; null where it has no course. */
export function terms(pair: Pair, type: CourseType): Terms | null {
  const [fraction, within] = [rate(pair, type), limits(pair, type)];
  return fraction && within && { rate: fraction, limits: within, decimals: decimals(pair) };
}

/** The free reserve of the receive side; null where the server does not tell. */
export function reserve(pair: Pair): Limit | null {
  const { reserve: text, roundCalculator: places } = pair.structure.to;
  return text === null ? null : limit(amount.fromText(text, places, 'down'), places);
}

const offer = (type: CourseType, value: string): Offer => ({ type, value, text: amount.show(value) });

/** The courses to choose between: one, or two where there is a verification course. */
export function offers({ course, verificationCourse }: Pair): Offer[] {
  const usual = offer('default', course);
  return verificationCourse === null ? [usual] : [usual, offer('verification', verificationCourse)];
}

/** How much more `sent` units bring by the verification course, as people read it; null when nothing. */
export function gain(pair: Pair, sent: Units | null): string | null {
  const [mine, other] = [rate(pair, 'verification'), rate(pair, 'default')];
  if (sent === null || !mine || !other) return null;
  const places = decimals(pair);
  const more = course.receive(sent, mine, places, 'down') - course.receive(sent, other, places, 'down');
  return more > 0n ? brief(more, places.to) : null;
}

/** Why nothing can be exchanged now: the server's reason, no course, or limits that leave nothing between them. */
export function closed(pair: Pair, within: Limits | null): Closed | null {
  if (pair.closed) return pair.closed;
  if (!within) return { code: 'direction_closed', detail: '' };
  const { min, max } = within.from;
  return max !== null && max < min ? { code: 'reserve_empty', detail: '' } : null;
}

/** The city of a cash pair: the wished one, else the first; null where no side is cash. */
export function city({ from, to, city: wished }: Current): City | null {
  const cities = from.cities.length > 0 ? from.cities : to.cities;
  return cities.find(one => one.code === wished) ?? cities[0] ?? null;
}
