import type { JsonSchema } from './openApiDocument.ts';
import type { ApiCall } from './apiGroups.ts';

const FORMAT_EXAMPLES: Readonly<Record<string, string>> = {
  'date-time': '2026-11-21T12:00:00.000Z',
  date: '2026-11-21',
  uuid: '3f2b8c1e-5a4d-4c6f-9e7b-1a2b3c4d5e6f',
  uri: 'https://shop.example/',
};

/** Examples of values that the schema describes by a pattern or only by their names. */
const NAME_EXAMPLES: Readonly<Record<string, string>> = {
  email: 'client@mail.example',
  url: 'https://shop.example/webhooks',
  'Idempotency-Key': 'order-1001',
};

/** Examples of other texts: the first that fits the pattern. */
const TEXT_EXAMPLES = ['text', '1234.56'] as const;

/** A value that fits the schema; of a field that is called `name`. */
export function createExample(schema: JsonSchema, name = ''): unknown {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return createExample(variants.find(({ type }) => type !== 'null') ?? {}, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([field, inner]) => [field, createExample(inner, field)]),
    );
  if (schema.items) return [createExample(schema.items)];
  if (schema.additionalProperties) return { field: createExample(schema.additionalProperties) };
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type !== 'string') return null;
  const pattern = new RegExp(schema.pattern ?? '');
  return (
    FORMAT_EXAMPLES[schema.format ?? ''] ??
    NAME_EXAMPLES[name] ??
    TEXT_EXAMPLES.find(text => pattern.test(text)) ??
    ''
  );
}

/** Where the credentials of a call come from, by their name in the document. */
const CREDENTIAL_HEADERS: Readonly<Record<string, string>> = {
  shopKey: 'Authorization: Bearer $RAZMEN_KEY',
  bearer: 'Authorization: Bearer $ACCESS_TOKEN',
};

/** A text in single quotes for a shell. */
const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A shell command that sends the call to `origin`: parameters that are required, and the whole body. */
export function formatCurl({ method, path, operation }: ApiCall, origin: string): string {
  const { parameters, requestBody, security } = operation;
  const required = parameters.filter(parameter => parameter.required);
  const findExample = (name: string) =>
    String(createExample(required.find(parameter => parameter.name === name)?.schema ?? {}, name));
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(findExample(name)));
  const query = required.filter(parameter => parameter.in === 'query').map(({ name }) => name);
  const search = new URLSearchParams(query.map(name => [name, findExample(name)]));
  const address = quote(`${origin}${url}${query.length > 0 ? `?${search}` : ''}`);
  const [credential] = security.flatMap(alternative => Object.keys(alternative));
  const credentialHeader = CREDENTIAL_HEADERS[credential ?? ''];
  const lines = [
    method === 'GET' ? `curl ${address}` : `curl -X ${method} ${address}`,
    // Double quotes: the shell fills the variable in.
    ...(credentialHeader ? [`-H "${credentialHeader}"`] : []),
    ...required
      .filter(parameter => parameter.in === 'header')
      .map(({ name, schema }) => `-H ${quote(`${name}: ${String(createExample(schema, name))}`)}`),
    ...formatBodyLines(requestBody?.content ?? {}),
  ];
  return lines.join(' \\\n  ');
}

function formatBodyLines(content: Readonly<Record<string, { schema?: JsonSchema | undefined }>>): string[] {
  const json = content['application/json']?.schema;
  if (json)
    return [
      "-H 'Content-Type: application/json'",
      `-d ${quote(JSON.stringify(createExample(json), null, 2))}`,
    ];
  const form = content['multipart/form-data']?.schema?.properties ?? {};
  return Object.entries(form).map(([name, schema]) =>
    schema.format === 'binary'
      ? `-F ${name}=@photo.jpg`
      : `-F ${quote(`${name}=${String(createExample(schema, name))}`)}`,
  );
}
