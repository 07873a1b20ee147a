import { sendCall } from '#core/api/sendCall.ts';
import { listFromIdsCall, listToIdsCall } from '#core/contract/calculator.ts';
import { fetchPair, fetchCalculatorSettings } from '#core/api/calculator.ts';
import type { ApiClient } from '#core/api/client.ts';
import { ApiError, toErrorCode } from '#core/api/apiError.ts';
import { parseCourse } from '#core/exchange/course.ts';

/** Effect of a promocode on one pair. Courses are decimal text, `from` and `to` are tickers. */
export type PromocodeResult =
  | { kind: 'discounted'; before: string; after: string; from: string; to: string; percent: string }
  /** Valid, but the pair's own discount is at least as large, or the course is the largest one. */
  | { kind: 'unchanged'; from: string; to: string }
  /** The backend ignores promocodes until the claim. */
  | { kind: 'unchecked' }
  /** `code` is an error code of messages.ts. */
  | { kind: 'refused'; code: string };

/** Checks a promocode on the default pair of the form. */
export async function checkPromocodeDiscount(client: ApiClient, promocode: string): Promise<PromocodeResult> {
  try {
    const [from, to] = await findDefaultPair(client);
    const promoPair = await fetchPair(client, from, to, { promocode });
    const currencies = { from: promoPair.structure.from.currency, to: promoPair.structure.to.currency };
    if (promoPair.closed) return { kind: 'refused', code: promoPair.closed.code };
    const { regular, course: after } = promoPair;
    if (!regular) return { kind: 'unchecked' };
    const before = regular.course;
    if (!isCourseHigher(after, before)) return { kind: 'unchanged', ...currencies };
    return { kind: 'discounted', before, after, ...currencies, percent: promoPair.bonus ?? '0' };
  } catch (error) {
    const fieldCode = error instanceof ApiError ? error.codes['promocode'] : undefined;
    // Backends without error codes report only the field.
    const isPromocodeRefused = error instanceof ApiError && 'promocode' in error.fields;
    return {
      kind: 'refused',
      code: fieldCode ?? (isPromocodeRefused ? 'promocode_invalid' : toErrorCode(error)),
    };
  }
}

/** Ids of the settings' default pair, or of the first available pair. */
async function findDefaultPair(client: ApiClient): Promise<readonly [number, number]> {
  const { from, to, directions = [] } = await fetchCalculatorSettings(client, { cur_from: '' });
  const items = directions.flatMap(direction => direction.items ?? []);
  const findItemId = (itemCode: string | undefined) => items.find(item => item.code === itemCode)?.id;
  const fromId = findItemId(from) ?? (await sendCall(client, listFromIdsCall))[0] ?? 0;
  return [fromId, findItemId(to) ?? (await sendCall(client, listToIdsCall, { id: fromId }))[0] ?? 0];
}

function isCourseHigher(left: string, right: string): boolean {
  const [leftRatio, rightRatio] = [parseCourse(left), parseCourse(right)];
  return leftRatio.numerator * rightRatio.denominator > rightRatio.numerator * leftRatio.denominator;
}
