import type { ApiCall, CallParameter, JsonSchema } from './apiCalls.ts';
import {
  COMMON_TEXTS,
  getValueKind,
  HEADER_TEXTS,
  HEADER_VALUES,
  listFieldValues,
  listParameterTexts,
  RAW_BODIES,
  RAW_NUMBER,
  RAW_PARAMETERS,
} from './extremeValues.ts';
import { createSample, createSampleText } from './sampleValues.ts';

/** A request as it is sent. `path` is encoded. */
export interface FuzzRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer | null;
  /** The call and what is extreme, for the report. */
  label: string;
}

/** Who sends requests, and what exists for them. */
export interface Visitor {
  name: string;
  headers: Readonly<Record<string, string>>;
  /** Calls that concern the visitor get every extreme, the others a few. */
  isConcerned: (call: ApiCall) => boolean;
  /** Ids that exist, by the beginning of the path in front of them; the longest one counts. */
  ids: Readonly<Record<string, string>>;
  /** Required parameters of queries, by their name. */
  query?: Readonly<Record<string, string>>;
  /** Valid bodies by method and path. */
  bodies: Readonly<Record<string, unknown>>;
}

/** Extremes of a call that hashes passwords. */
const COSTLY_EXTREMES = 12;

const FORM_TYPE = 'multipart/form-data; boundary=x';

/** What a run of all calls remembers. */
export interface FuzzRun {
  random: () => number;
  /** Parameters and fields that have had every extreme. */
  knownFields: Set<string>;
}

/**
 * Lists the requests of a visitor: a valid one, then one for each extreme of each parameter and field. A call that does not
 * concern the visitor gets one extreme only.
 */
export function* listFuzzRequests(call: ApiCall, visitor: Visitor, run: FuzzRun): Generator<FuzzRequest> {
  const { random } = run;
  const builder = new RequestBuilder(call, visitor);
  yield builder.build({}, 'valid');
  if (!visitor.isConcerned(call)) {
    // What is known would be less, and these fields are not all tried.
    const knownFields = new Set(run.knownFields);
    yield* pick([...listExtremes(builder, { random, knownFields })], 1, random);
    return;
  }
  const extremes = [...listExtremes(builder, run)];
  yield* call.isCostly ? pick(extremes, COSTLY_EXTREMES, random) : extremes;
  yield* pick([...listHeaderExtremes(builder)], 2, random);
}

function* listExtremes(builder: RequestBuilder, run: FuzzRun): Generator<FuzzRequest> {
  yield* listParameterExtremes(builder, run);
  yield* listBodyExtremes(builder, run);
}

/**
 * Chooses values of a parameter or field: all; a third if another call has it with the same name and schema, unless it is a
 * date or any text, which the schema leaves to the call.
 */
function chooseValues<Value>(values: Value[], field: readonly [string, JsonSchema], run: FuzzRun): Value[] {
  const key = JSON.stringify(field);
  const kind = getValueKind(field[1], field[0]);
  if (kind === 'date' || kind === 'text' || !run.knownFields.has(key)) {
    run.knownFields.add(key);
    return values;
  }
  return pick(values, Math.ceil(values.length / 3), run.random);
}

/** Lists the extremes of the headers that the server reads for one path. */
export const listHeaderRequests = (path: string, visitor: Visitor): FuzzRequest[] => [
  ...listHeaderExtremes(new RequestBuilder(createPageCall(path), visitor)),
];

/** A GET of a page, whose parameters no document describes. */
export const createPageCall = (path: string, parameters: readonly CallParameter[] = []): ApiCall => ({
  method: 'GET',
  path,
  parameters,
  body: null,
  hasFile: false,
  isCostly: false,
});

/** What differs from a valid request. */
interface Change {
  /** Encoded values by the name of their parameter. */
  parameters?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer | null;
}

class RequestBuilder {
  readonly call: ApiCall;
  private readonly visitor: Visitor;

  constructor(call: ApiCall, visitor: Visitor) {
    this.call = call;
    this.visitor = visitor;
  }

  build({ parameters = {}, headers = {}, body }: Change, label: string): FuzzRequest {
    const { call, visitor } = this;
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? this.#findId(name));
    const query = call.parameters.flatMap(parameter => {
      if (parameter.in !== 'query') return [];
      const { name, schema, required } = parameter;
      const given = parameters[name] ?? visitor.query?.[name];
      if (given !== undefined) return [`${name}=${given}`];
      return required ? [`${name}=${encode(createSampleText(schema, name))}`] : [];
    });
    const sent = body !== undefined ? body : this.#buildBody();
    return {
      method: call.method,
      path: query.length > 0 ? `${path}?${query.join('&')}` : path,
      headers: {
        ...this.#buildKey(),
        ...(sent === null ? {} : { 'content-type': call.hasFile ? FORM_TYPE : 'application/json' }),
        ...visitor.headers,
        ...headers,
      },
      body: sent,
      label: `${visitor.name}: ${call.method} ${call.path} ${label}`,
    };
  }

  /** A valid body; null for a call without one. */
  get sample(): unknown {
    const { call, visitor } = this;
    if (!call.body) return null;
    return visitor.bodies[`${call.method} ${call.path}`] ?? createSample(call.body);
  }

  #buildBody(): string | null {
    if (this.call.hasFile) return '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\na\r\n--x--\r\n';
    return this.call.body ? JSON.stringify(this.sample) : null;
  }

  #findId(name: string): string {
    const front = this.call.path.slice(0, this.call.path.indexOf(`{${name}}`));
    const [found] = Object.keys(this.visitor.ids)
      .filter(path => front.startsWith(path))
      .toSorted((a, b) => b.length - a.length);
    const parameter = this.call.parameters.find(item => item.in === 'path' && item.name === name);
    return found === undefined
      ? createSampleText(parameter?.schema ?? {}, name)
      : (this.visitor.ids[found] ?? '');
  }

  /** Each request is a new one. */
  #buildKey(): Record<string, string> {
    const hasKey = this.call.parameters.some(({ name }) => name === 'Idempotency-Key');
    return hasKey ? { 'idempotency-key': `fuzz-${keyCount++}-request` } : {};
  }
}

let keyCount = 0;

function* listParameterExtremes(builder: RequestBuilder, run: FuzzRun): Generator<FuzzRequest> {
  const { parameters } = builder.call;
  for (const parameter of parameters) {
    const { name, schema } = parameter;
    if (parameter.in === 'header') yield* listDescribedHeader(builder, parameter);
    else
      for (const value of chooseValues(
        [...listParameterTexts(schema, name).map(encode), ...RAW_PARAMETERS],
        [name, schema],
        run,
      ))
        yield builder.build({ parameters: { [name]: value } }, `${name}=${shorten(value)}`);
  }
  const names = parameters.filter(parameter => parameter.in === 'query').map(({ name }) => name);
  if (names.length > 1)
    for (const value of COMMON_TEXTS.map(encode)) {
      const common = Object.fromEntries(names.map(name => [name, value.slice(0, 1_000)]));
      yield builder.build({ parameters: common }, `all parameters=${shorten(value)}`);
    }
}

function* listDescribedHeader(builder: RequestBuilder, { name }: CallParameter): Generator<FuzzRequest> {
  for (const value of HEADER_TEXTS)
    yield builder.build({ headers: { [name.toLowerCase()]: value } }, `${name}: ${shorten(value)}`);
}

function* listHeaderExtremes(builder: RequestBuilder): Generator<FuzzRequest> {
  for (const [name, values] of Object.entries(HEADER_VALUES))
    for (const value of values)
      yield builder.build({ headers: { [name]: value } }, `${name}: ${shorten(value)}`);
}

function* listBodyExtremes(builder: RequestBuilder, run: FuzzRun): Generator<FuzzRequest> {
  const { body, hasFile } = builder.call;
  if (!body && !hasFile) return;
  for (const raw of RAW_BODIES) yield builder.build({ body: raw }, `body ${shorten(String(raw))}`);
  if (!body) return;
  const { sample } = builder;
  for (const path of listFieldPaths(sample)) {
    const field = [path.at(-1) ?? '', findFieldSchema(body, path)] as const;
    for (const value of chooseValues(listFieldValues(field[1], field[0]), field, run)) {
      const text = JSON.stringify(replaceAt(sample, path, value)).replaceAll(`"${RAW_NUMBER}"`, '1e400');
      yield builder.build({ body: text }, `${path.join('.')}=${shorten(JSON.stringify(value))}`);
    }
  }
}

/** The schema of the field at a path; of several, the first that has the field. */
function findFieldSchema(schema: JsonSchema, [key, ...rest]: readonly string[]): JsonSchema {
  if (key === undefined) return schema;
  const option = schema.anyOf?.find(({ properties }) => properties?.[key]) ?? schema.anyOf?.[0] ?? schema;
  const { additionalProperties, items, properties } = option;
  const record = typeof additionalProperties === 'object' ? additionalProperties : {};
  return findFieldSchema(properties?.[key] ?? items ?? record, rest);
}

/** The paths of all fields of a value, of the first entry of an array only. */
function listFieldPaths(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value).slice(0, Array.isArray(value) ? 1 : undefined);
  return entries.flatMap(([key, inner]) => {
    const innerPath = [...path, key];
    return [innerPath, ...listFieldPaths(inner, innerPath)];
  });
}

function replaceAt(value: unknown, [key = '', ...rest]: readonly string[], replacement: unknown): unknown {
  const inner = (value as Record<string, unknown>)[key];
  const changed = rest.length > 0 ? replaceAt(inner, rest, replacement) : replacement;
  return Array.isArray(value)
    ? value.map((item: unknown, n) => (String(n) === key ? changed : item))
    : { ...(value as object), [key]: changed };
}

/** Encodes text for an address, lone surrogates as other programs do. */
const encode = (text: string): string =>
  text.isWellFormed()
    ? encodeURIComponent(text)
    : Array.from(text, part => (part.isWellFormed() ? encodeURIComponent(part) : '%ED%A0%80')).join('');

const shorten = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 40)}… (${text.length})` : text;

/** Picks some entries. */
function pick<Item>(items: Iterable<Item>, count: number, random: () => number): Item[] {
  const all = [...items];
  return Array.from(
    { length: Math.min(count, all.length) },
    () => all[Math.floor(random() * all.length)],
  ).filter(item => item !== undefined);
}
