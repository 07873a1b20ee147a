import { Hono, type Context, type Env, type MiddlewareHandler } from 'hono';
import { describeRoute, type DescribeRouteOptions } from 'hono-openapi';
import type * as v from 'valibot';
import type { Call, PathParameter } from '#core/contract/call.ts';
import type { optionalPageFields } from '#core/contract/page.ts';
import { FieldProblem, Problem } from '#core/contract/problem.ts';
import { parseJsonBody } from '#server/platform/http/request/parseJsonBody.ts';
import { getCallText } from './openapi/callTexts.ts';
import type { PlatformContext } from '#server/platform/context.ts';
import {
  describeJson,
  describeJsonBody,
  describePathParameter,
  pageParameters,
} from '#server/platform/http/openapiDocs.ts';
import { sendCsv } from '#server/platform/http/response/csv.ts';
import { exportList, readListPage, type ListDefinition } from '#server/platform/lists/listDefinition.ts';
import { readUuid } from '#server/platform/http/readUuid.ts';

/** Who may make a call: the middleware that refuses others, and its part of the OpenAPI document. */
export interface Access<E extends Env> {
  guard: MiddlewareHandler<E>;
  /** Absent: nobody logs in for it. */
  security?: { [scheme: string]: string[] }[];
  /** Headers with other credentials. */
  parameters?: NonNullable<DescribeRouteOptions['parameters']>;
  refusals: NonNullable<DescribeRouteOptions['responses']>;
}

/** Everybody may make the call. */
export const everybody: Access<Env> = { guard: (_c, next) => next(), refusals: {} };

/** How the server answers a call, besides what the contract says. */
interface CallRoute<Input, Body, E extends Env, Sent = unknown> {
  access: Access<E>;
  /** Further paths below the prefix. */
  otherPaths?: readonly string[];
  /** The path also works without its last slash. */
  isSlashOptional?: boolean;
  /** Parameters of the path that are integers, which `answer` checks, with their descriptions. Others named `id` are UUIDs. */
  integerParameters?: Readonly<Record<string, string>>;
  /** Default 200, or 204 without a response. */
  status?: 200 | 201 | 202 | 303;
  /** The query and the headers, as in OpenAPI. */
  parameters?: NonNullable<DescribeRouteOptions['parameters']>;
  body?: v.GenericSchema<Input, Body>;
  /** Issues of the body that keep their own code. */
  codes?: readonly string[];
  /** The body may be left out; it is `{}` then. */
  isBodyOptional?: boolean;
  /** The body in the document, if `answer` reads it itself or `body` is lazy. */
  ownBody?: NonNullable<DescribeRouteOptions['requestBody']>;
  /** The response, if the contract has none, a lazy one, or one that clients only save. */
  response?: v.GenericSchema<unknown, Sent>;
  /** The type of a response that is no JSON; `answer` then returns the whole response. */
  mediaType?: string;
}

/** The calls of a list, and whose it is. */
interface ListRoutes<Owner, Listed, E extends Env> {
  access: Access<E>;
  getOwner: (c: Context<E>) => Owner | Promise<Owner>;
  page: Call<v.InferOutput<v.ObjectSchema<typeof optionalPageFields, undefined>> & { results: Listed[] }>;
  /** Downloads the list as CSV. */
  csv?: { call: Call; fileName: string };
}

/**
 * Creates routes of calls below `prefix`, the prefix of the resource with the tag `tag`. Hidden ones are not in the
 * OpenAPI document, which is for partners.
 */
export function createCallRoutes(prefix: string, tag: string, { isHidden = false } = {}) {
  const routes = new Hono();

  /** Adds the route of a call. `answer` gets the parameters of the path and the parsed body, and returns the response. */
  function addCall<Output, Input, Body, E extends Env, Path extends string, Sent = never>(
    call: Call<Output, Input, Path>,
    route: CallRoute<Input, Body, E, Sent>,
    answer: (
      c: Context<E>,
      content: Record<PathParameter<Path>, string> & { body: Body },
    ) => Promise<Output | NoInfer<Sent> | Response>,
  ): void {
    const path = call.path.slice(prefix.length).replace(/\{(\w+)\}/g, ':$1');
    const hasUuid = path.includes(':id') && !route.integerParameters;
    const handle = async (c: Context) => {
      const id = hasUuid && { id: readUuid(c) };
      const hasBody = !route.isBodyOptional || c.req.header('content-type') !== undefined;
      const body = route.body && (hasBody ? await parseJsonBody(c, route.body, route.codes) : {});
      const data = await answer(c, { ...c.req.param(), ...id, body } as Parameters<typeof answer>[1]);
      if (data instanceof Response) return data;
      return call.response || route.response
        ? c.json(data as object, route.status)
        : c.body(null, route.status ?? 204);
    };
    const guard = route.access.guard as MiddlewareHandler;
    const docs = describeRoute(isHidden ? { hide: true } : describeCall(call, route, tag));
    routes.on(call.method, [path, ...(route.otherPaths ?? [])], docs, guard, handle);
    if (route.isSlashOptional) routes.on(call.method, path.replace(/\/$/, ''), guard, handle);
  }

  /** Adds the routes of a list: its pages, and all of it as CSV. */
  function addList<
    Source extends Pick<PlatformContext, 'config'>,
    Owner,
    Filters,
    Listed,
    Item extends Listed,
    E extends Env,
  >(
    context: Source,
    list: ListDefinition<Source, Owner, Filters, Item>,
    { access, getOwner, page, csv }: ListRoutes<Owner, Listed, E>,
  ): void {
    const { parameters } = list;
    addCall(page, { access, parameters: [...pageParameters, ...parameters] }, async c =>
      readListPage(context, list, await getOwner(c), c.req),
    );
    if (csv)
      addCall(csv.call, { access, parameters, mediaType: 'text/csv' }, async c =>
        sendCsv(
          c,
          exportList(context, list, { owner: await getOwner(c), query: c.req.query() }),
          csv.fileName,
        ),
      );
  }
  return { routes, addCall, addList };
}

/** OpenAPI of a call. The document reads the getters: the doc blocks are not known when the server starts. */
function describeCall<Output, Input, Body, E extends Env>(
  call: Call<Output, Input>,
  route: CallRoute<Input, Body, E>,
  tag: string,
): DescribeRouteOptions {
  const { access, status, parameters = [], body, isBodyOptional, ownBody, mediaType } = route;
  const response = route.response ?? call.response;
  const requestBody = ownBody ?? (body && { ...describeJsonBody(body), required: !isBodyOptional });
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    describePathParameter(name, route.integerParameters?.[name]),
  );
  const all = [...inPath, ...(access.parameters ?? []), ...parameters];
  return {
    tags: [tag],
    ...(access.security && { security: access.security }),
    ...(all.length > 0 && { parameters: all }),
    ...(requestBody && { requestBody }),
    get summary() {
      return getCallText(call).summary;
    },
    get description() {
      // Undefined leaves it out.
      return getCallText(call).description as string;
    },
    get responses() {
      const { summary, returns, refusals } = getCallText(call);
      return {
        ...Object.fromEntries(
          (returns.length > 0 ? returns : [{ code: undefined, text: summary }]).map(({ code, text }) => [
            code ?? status ?? (response || mediaType ? 200 : 204),
            response
              ? describeJson(response, text)
              : { description: text, ...(mediaType && { content: { [mediaType]: {} } }) },
          ]),
        ),
        ...access.refusals,
        ...Object.fromEntries(
          refusals.map(({ code, schema, text }) => [
            code,
            describeJson(schema ?? (code === 400 ? FieldProblem : Problem), text),
          ]),
        ),
      };
    },
  };
}

/** Adds routes of calls and of lists. */
export type CallRoutes = ReturnType<typeof createCallRoutes>;

/** Adds the route of a call. */
export type AddCall = CallRoutes['addCall'];
