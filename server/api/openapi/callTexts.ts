import type * as v from 'valibot';
import type { Call } from '#core/contract/call.ts';

/** The doc block of a call. */
export interface CallText {
  summary: string;
  description: string | undefined;
  /** Texts of the responses. One has no status: that of the route. None: the summary is the text. */
  returns: readonly { code: number | undefined; text: string }[];
  /** Statuses of refusals. Without a name of a schema, the schema follows from the status. */
  refusals: readonly { code: number; schema: v.GenericSchema | undefined; text: string }[];
}

const callTexts = new WeakMap<object, CallText>();

/** The doc block of a call, once the document is generated. */
export function getCallText<Output, Body>(call: Call<Output, Body>): CallText {
  const text = callTexts.get(call);
  if (!text) throw new Error(`${call.method} ${call.path} is no exported constant with a doc block`);
  return text;
}

/** Parses a doc block: a summary, `@remarks More`, `@returns The row`, `@returns 201 A new row` and `@throws {Schema} 409 Why`. */
export function setCallText(
  call: object,
  comment: string,
  schemas: ReadonlyMap<string, v.GenericSchema>,
): void {
  const [summary = '', ...tags] = comment
    .split(/ @(?=remarks |returns |throws )/)
    .map(part => part.replace(/\.$/, ''));
  const refusals = tags
    .filter(tag => tag.startsWith('throws '))
    .map(tag => {
      const [, name, code, text = ''] = /^throws (?:\{(\w+)\} )?(\d{3}) (.+)$/.exec(tag) ?? [];
      const schema = name === undefined ? undefined : schemas.get(name);
      if (!code || (name !== undefined && !schema)) throw new Error(`No refusal of a call: @${tag}`);
      return { code: Number(code), schema, text };
    });
  const listTexts = (name: string) =>
    tags.filter(tag => tag.startsWith(`${name} `)).map(tag => tag.slice(name.length + 1));
  const returns = listTexts('returns').map(tag => {
    const [, code, text = ''] = /^(?:(\d{3}) )?(.+)$/.exec(tag) ?? [];
    return { code: code === undefined ? undefined : Number(code), text };
  });
  callTexts.set(call, { summary, description: listTexts('remarks')[0], returns, refusals });
}
