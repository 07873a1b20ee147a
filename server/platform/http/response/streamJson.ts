import { Readable } from 'node:stream';
import type { Context } from 'hono';

/** A value whose lists may be read in batches during the response. */
export type Streamable<T> = T extends readonly (infer Item)[]
  ? T | AsyncIterable<readonly Item[]>
  : T extends object
    ? { [Key in keyof T]: Streamable<T[Key]> }
    : T;

/** Generates a value as JSON, with only one batch of a list in memory. An error of a list's source ends it. */
export async function* generateJson(value: unknown): AsyncGenerator<string> {
  if (isBatches(value)) {
    yield '[';
    let isFirst = true;
    for await (const batch of value) {
      if (batch.length === 0) continue;
      yield `${isFirst ? '' : ','}${JSON.stringify(batch).slice(1, -1)}`;
      isFirst = false;
    }
    yield ']';
  } else if (isObject(value)) {
    let separator = '{';
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${separator}${JSON.stringify(name)}:`;
      yield* generateJson(member);
      separator = ',';
    }
    yield separator === '{' ? '{}' : '}';
  } else yield JSON.stringify(value);
}

/** Sends parts of a JSON text as they arrive. */
export function sendJsonParts(c: Context, parts: AsyncIterable<string>): Response {
  const body = Readable.toWeb(Readable.from(parts, { objectMode: false })) as ReadableStream;
  return c.body(body, 200, { 'content-type': 'application/json' });
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isBatches = (value: unknown): value is AsyncIterable<readonly unknown[]> =>
  isObject(value) && Symbol.asyncIterator in value;
