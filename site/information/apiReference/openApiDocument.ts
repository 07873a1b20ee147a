import * as v from 'valibot';

/** A JSON Schema, with the keywords that the API's document contains. */
export interface JsonSchema {
  type?: string | undefined;
  format?: string | undefined;
  description?: string | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  default?: unknown;
  pattern?: string | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  properties?: Record<string, JsonSchema> | undefined;
  required?: string[] | undefined;
  /** Schema of each item. */
  items?: JsonSchema | undefined;
  anyOf?: JsonSchema[] | undefined;
  oneOf?: JsonSchema[] | undefined;
  /** Schema of the values of an object with any names. */
  additionalProperties?: JsonSchema | undefined;
}

const JsonSchema: v.GenericSchema<unknown, JsonSchema> = v.lazy(() =>
  v.object({
    type: v.optional(v.string()),
    format: v.optional(v.string()),
    description: v.optional(v.string()),
    enum: v.optional(v.array(v.unknown())),
    const: v.optional(v.unknown()),
    default: v.optional(v.unknown()),
    pattern: v.optional(v.string()),
    minimum: v.optional(v.number()),
    maximum: v.optional(v.number()),
    minLength: v.optional(v.number()),
    maxLength: v.optional(v.number()),
    properties: v.optional(v.record(v.string(), JsonSchema)),
    required: v.optional(v.array(v.string())),
    items: v.optional(JsonSchema),
    anyOf: v.optional(v.array(JsonSchema)),
    oneOf: v.optional(v.array(JsonSchema)),
    additionalProperties: v.fallback(v.optional(JsonSchema), undefined),
  }),
);

const Content = v.optional(v.record(v.string(), v.object({ schema: v.optional(JsonSchema) })), {});

/** A parameter of a call. */
const Parameter = v.object({
  name: v.string(),
  in: v.string(),
  required: v.optional(v.boolean(), false),
  description: v.optional(v.string()),
  schema: v.optional(JsonSchema, {}),
});

/** A call: one method of one path. */
const Operation = v.object({
  summary: v.optional(v.string(), ''),
  description: v.optional(v.string()),
  tags: v.optional(v.array(v.string()), []),
  /** Alternatives: names of the credentials that the call needs. An empty one allows the call without any. */
  security: v.optional(v.array(v.record(v.string(), v.unknown())), []),
  parameters: v.optional(v.array(Parameter), []),
  requestBody: v.optional(v.object({ content: Content })),
  responses: v.optional(v.record(v.string(), v.object({ description: v.string(), content: Content })), {}),
});

/** GET /api/openapi.json: the parts of an OpenAPI 3.1 document that the reference of the API shows. */
export const OpenApiDocument = v.object({
  servers: v.optional(v.array(v.object({ url: v.string() })), []),
  paths: v.record(v.string(), v.record(v.string(), Operation)),
});
export type OpenApiDocument = v.InferOutput<typeof OpenApiDocument>;
export type ApiOperation = v.InferOutput<typeof Operation>;
export type ApiParameter = v.InferOutput<typeof Parameter>;
export type ApiContent = v.InferOutput<typeof Content>;
