import { parseCourse } from '#core/exchange/course.ts';
import { courseToDecimal } from '#core/exchange/courseDecimal.ts';
import type { ServerContext } from '#server/notifications/context.ts';

/** A share of a course, in percent, with the digits of a course: («7849.7», 90n) → «7064.73». */
export function takePercent(course: string, percent: bigint): string {
  const { numerator, denominator } = parseCourse(course);
  return courseToDecimal({ numerator: numerator * percent, denominator: denominator * 100n });
}

/** Sets the course of a pair as an operator does; null: the source's. */
export async function freezeCourse(
  { context: { db, catalogue } }: { context: Pick<ServerContext, 'db' | 'catalogue'> },
  from: string,
  to: string,
  course: string | null,
): Promise<void> {
  const [fromId, toId] = [from, to].map(code => BigInt(catalogue.findCurrencyByCode(code)?.id ?? 0));
  const row = { margin: null, discount: null, max: null, closed: null, frozen_course: course };
  await db
    .insertInto('pairs')
    .values({ from_id: fromId ?? 0n, to_id: toId ?? 0n, ...row })
    .onConflict(conflict => conflict.columns(['from_id', 'to_id']).doUpdateSet({ frozen_course: course }))
    .execute();
  await catalogue.reload();
}
