/** A part of a JSON Schema, as far as the OpenAPI document has it. */
export interface JsonSchema {
  type?: string;
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  properties?: Readonly<Record<string, JsonSchema>>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  minimum?: number;
  minLength?: number;
  maxLength?: number;
}

/** A parameter of a call. */
export interface CallParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: JsonSchema;
}

/** A call of the API as its OpenAPI document describes it. `body`: schema of the JSON body. */
export interface ApiCall {
  method: string;
  path: string;
  parameters: readonly CallParameter[];
  body: JsonSchema | null;
  hasFile: boolean;
  /** Whether it hashes a password, which takes a tenth of a second of a processor. */
  isCostly: boolean;
}

interface OpenApiDocument {
  paths: Record<string, Record<string, OpenApiOperation>>;
}

interface OpenApiOperation {
  parameters?: readonly CallParameter[];
  responses?: Record<string, { description?: string }>;
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

/** Methods in the order of the requests: what deletes things comes last. */
const METHODS = ['get', 'put', 'patch', 'post', 'delete'];

/** Lists every call that a document describes, those that delete things last. */
export function listApiCalls({ paths }: OpenApiDocument): ApiCall[] {
  return METHODS.flatMap(method =>
    Object.entries(paths).flatMap(([path, { [method]: operation }]): ApiCall[] => {
      if (!operation) return [];
      const { parameters = [], requestBody, responses } = operation;
      return [
        {
          method: method.toUpperCase(),
          path,
          parameters,
          body: requestBody?.content['application/json']?.schema ?? null,
          hasFile: requestBody?.content['multipart/form-data'] !== undefined,
          isCostly: responses?.['503']?.description?.includes('`overloaded`') ?? false,
        },
      ];
    }),
  );
}
