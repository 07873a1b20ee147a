import type * as v from 'valibot';

/**
 * A call of the API: the client sends it, and the server routes it. Its doc block is its part of /api/openapi.json: the
 * summary, a description behind `@remarks`, the text of the response behind `@returns`, and one `@throws 409 …` for each
 * status of a refusal.
 */
export interface Call<Output = void, Body = undefined, Path extends string = string> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its parameters: `{id}` where the call is about one row, which makes it an `ItemCall`. */
  readonly path: Path;
  /** Absent: the response is 204, or no client reads it. */
  readonly response?: v.GenericSchema<unknown, Output>;
  /** `same-origin`: the call reads or sets cookies, if the API has the page's origin. */
  readonly credentials?: 'same-origin';
  /** Only a type. The server's route has the schema, which no page's script needs. */
  readonly body?: Body;
}

/** A call about the row with the UUID `{id}` of its path. */
export type ItemCall<Output = void, Body = undefined> = Call<Output, Body, `${string}{id}${string}`>;

/** A call by the `{token}` of an e-mail's link. */
export type LinkCall<Output = void, Body = undefined> = Call<Output, Body, `${string}{token}${string}`>;

/** Names of the parameters of a path. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;
