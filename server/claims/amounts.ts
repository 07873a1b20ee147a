import { fromText, type Units } from '#core/exchange/amount.ts';
import * as course from '#core/exchange/course.ts';

/** Both sums of a claim in units of their currencies. */
export interface Sums {
  from: Units;
  to: Units;
}

/** Decimal text → units; null when it has digits beyond the currency's decimals, which nobody could pay. */
export function exact(text: string, decimals: number): Units | null {
  const units = fromText(text, decimals, 'down');
  return units === fromText(text, decimals, 'up') ? units : null;
}

/**
 * Whether the sums are what a form shows at this course: the receive derived from the send and rounded down, or the
 * send derived from the receive and rounded up. Never more than the course gives.
 */
export function follows({ from, to }: Sums, courseText: string, decimals: course.Decimals): boolean {
  if (from <= 0n || to <= 0n) return false;
  const rate = course.parse(courseText);
  return (
    course.receive(from, rate, decimals, 'down') === to || course.send(to, rate, decimals, 'up') === from
  );
}
