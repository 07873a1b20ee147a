import type { Pair } from '../../contract/course/pair.ts';
import type { Units } from '../amount.ts';
import { parseCourse, toReceiveUnits } from '../course.ts';
import type { CourseType, DerivedAmounts } from '../course.ts';
import { getPairDecimals, selectCourse } from './pairView.ts';

/**
 * The amount that the promocode adds to the receive amount, in units; 0 if the pair has a discount that is at least as
 * large. Null without a promocode, and from a backend that does not send the regular course.
 */
export function getPromocodeGain(
  pair: Pair,
  type: CourseType,
  { from, to }: Pick<DerivedAmounts, 'from' | 'to'>,
): Units | null {
  if (!pair.regular) return null;
  const regularCourse = parseCourse(selectCourse(pair.regular, type));
  const gain = to - toReceiveUnits(from, regularCourse, getPairDecimals(pair), 'down');
  // A typed receive amount may be lower than its course gives.
  return gain > 0n ? gain : 0n;
}
