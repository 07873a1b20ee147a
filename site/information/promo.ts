import * as calculator from '#core/api/calculator.ts';
import type { Client } from '#core/api/client.ts';
import { ApiError, code } from '#core/api/error.ts';
import * as course from '#core/exchange/course.ts';

/** What a promocode is worth on one pair: courses as decimal text, tickers as the wire has them. */
export type Verdict =
  | { kind: 'better'; before: string; after: string; from: string; to: string; percent: string }
  /** It holds, but this pair's own discount is as good. */
  | { kind: 'same'; from: string; to: string }
  /** A code of messages.ts. */
  | { kind: 'refused'; code: string };

/** Asks what `promocode` changes on the pair that the form begins with. */
export async function check(client: Client, promocode: string): Promise<Verdict> {
  try {
    const [from, to] = await pair(client);
    const usual = await calculator.pair(client, from, to);
    const priced = await calculator.pair(client, from, to, { promocode });
    const names = { from: priced.structure.from.currency, to: priced.structure.to.currency };
    if (priced.closed) return { kind: 'refused', code: priced.closed.code };
    const [before, after] = [usual.course, priced.course];
    if (!isMore(after, before)) return { kind: 'same', ...names };
    return { kind: 'better', before, after, ...names, percent: priced.bonus ?? '0' };
  } catch (error) {
    const field = error instanceof ApiError ? error.codes['promocode'] : undefined;
    // A backend that names no codes has refused the field all the same.
    const refused = error instanceof ApiError && 'promocode' in error.fields;
    return { kind: 'refused', code: field ?? (refused ? 'promocode_invalid' : code(error)) };
  }
}

/** The pair that the settings begin with, else the first there is. */
async function pair(client: Client): Promise<readonly [number, number]> {
  const { from, to, directions = [] } = await calculator.settings(client, { cur_from: '' });
  const items = directions.flatMap(one => one.items ?? []);
  const idOf = (wanted: string | undefined) => items.find(one => one.code === wanted)?.id;
  const first = idOf(from) ?? (await calculator.fromIds(client))[0] ?? 0;
  return [first, idOf(to) ?? (await calculator.toIds(client, first))[0] ?? 0];
}

function isMore(a: string, b: string): boolean {
  const [one, other] = [course.parse(a), course.parse(b)];
  return one.numerator * other.denominator > other.numerator * one.denominator;
}
