import type * as v from 'valibot';

/**
 * A call of the API: the client sends it, and the server routes it. Its doc block is its part of /api/openapi.json: the
 * summary, the text of the response behind `@returns`, and one `@throws 409 …` for each status of a refusal.
 */
export interface Call<Output = void, Body = undefined, Path extends string = string> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{id}` where the call is about one row: then it is an `ItemCall`. */
  readonly path: Path;
  /** Absent: the response is 204. */
  readonly response?: v.GenericSchema<unknown, Output>;
  /** Only a type. The server's route has the schema, which no page's script needs. */
  readonly body?: Body;
}

/** A call about the row with the UUID `{id}` of its path. */
export type ItemCall<Output = void, Body = undefined> = Call<Output, Body, `${string}{id}${string}`>;
