import { afterAll, beforeAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { OpenApiDocument, type JsonSchema } from '#site/information/apiReference/openApiDocument.ts';
import { ShopClaimCreate } from '#core/contract/shop.ts';
import { filterApiGroups, listApiGroups, type ApiGroup } from '#site/information/apiReference/apiGroups.ts';
import {
  describeLimits,
  describeType,
  listObjects,
  listValues,
} from '#site/information/apiReference/describeSchema.ts';
import { createExample, formatCurl } from '#site/information/apiReference/exampleRequest.ts';
import { createTestServer, type TestServer } from '../support/testServer.ts';

let testServer: TestServer;
let document: OpenApiDocument;
let groups: ApiGroup[];

beforeAll(async () => {
  testServer = await createTestServer();
  document = v.parse(OpenApiDocument, await (await testServer.get('/api/openapi.json')).json());
  groups = listApiGroups(document);
});
afterAll(async () => testServer.close());

const listCalls = () => groups.flatMap(({ calls }) => calls);
const findCall = (id: string) => {
  const call = listCalls().find(candidate => candidate.id === id);
  if (!call) throw new Error(`no call ${id}`);
  return call;
};

/** Every schema of the document's calls, with its name. */
function listSchemas(): { name: string; schema: JsonSchema }[] {
  const roots = listCalls().flatMap(({ id, operation: { parameters, requestBody, responses } }) => [
    ...parameters.map(({ name, schema }) => ({ name: `${id} ${name}`, schema })),
    ...[requestBody, ...Object.values(responses)].flatMap(part =>
      Object.values(part?.content ?? {}).flatMap(({ schema }) => (schema ? [{ name: id, schema }] : [])),
    ),
  ]);
  return roots.flatMap(root => [root, ...listInner(root.name, root.schema)]);
}

function listInner(path: string, schema: JsonSchema): { name: string; schema: JsonSchema }[] {
  return listObjects(schema)
    .flat()
    .flatMap(field => {
      const name = `${path}.${field.name}`;
      return [{ name, schema: field.schema }, ...listInner(name, field.schema)];
    });
}

test('lists every call once, with an address of its own, those of shops first', () => {
  const paths = Object.keys(document.paths);
  const expected = Object.entries(document.paths)
    .filter(([path]) => !paths.includes(`${path}/`))
    .flatMap(([path, methods]) => Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`));
  expect(expected.length).toBeGreaterThan(90);
  expect(
    listCalls()
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted(),
  ).toEqual(expected.toSorted());
  expect(new Set(listCalls().map(({ id }) => id)).size).toBe(expected.length);
  expect(groups[0]?.calls[0]?.id).toBe('post-api-v1-shop-claims');
  for (const { title } of groups) expect(title).toMatch(/[а-я]/);
});

test('names the type of every field and parameter in Russian', () => {
  const schemas = listSchemas();
  expect(schemas.length).toBeGreaterThan(1000);
  for (const { name, schema } of schemas) {
    // `source` of a claim accepts anything.
    if (name.endsWith('.source') && Object.keys(schema).every(key => key === 'description')) continue;
    if (listValues(schema).length === 0) expect(describeType(schema), name).toMatch(/[а-я]/);
  }
});

test('describes alternatives, lists and limits', () => {
  const text: JsonSchema = { type: 'string', minLength: 8, maxLength: 21 };
  expect(describeType({ anyOf: [text, { type: 'null' }] })).toBe('строка или null');
  expect(describeType({ type: 'array', items: { type: 'integer' } })).toBe('список: целое число');
  expect(describeLimits({ anyOf: [text, { type: 'null' }] })).toEqual([
    'не короче 8 знаков',
    'не длиннее 21 знака',
  ]);
  expect(listValues({ type: 'array', items: { enum: ['a', 'b'] } })).toEqual(['"a"', '"b"']);
});

/** Checks a value by the keywords that the document has. */
function fits(schema: JsonSchema, value: unknown): boolean {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return variants.some(variant => fits(variant, value));
  if (schema.const !== undefined) return value === schema.const;
  if (schema.enum) return schema.enum.includes(value);
  if (schema.type === 'array')
    return Array.isArray(value) && value.every(item => fits(schema.items ?? {}, item));
  if (schema.type === 'object') {
    const fields = value as Record<string, unknown>;
    return Object.entries(schema.properties ?? {}).every(([name, field]) => fits(field, fields[name]));
  }
  if (schema.type === 'integer' || schema.type === 'number')
    return typeof value === 'number' && value >= (schema.minimum ?? -Infinity);
  if (schema.type !== 'string') return schema.type !== 'boolean' || typeof value === 'boolean';
  const { minLength = 0, maxLength = Infinity, pattern = '' } = schema;
  return (
    typeof value === 'string' &&
    value.length >= minLength &&
    value.length <= maxLength &&
    new RegExp(pattern).test(value)
  );
}

test('makes an example of every body that fits its schema', () => {
  for (const { name, schema } of listSchemas()) {
    if (!schema.properties) continue;
    const example = createExample(schema);
    expect(fits(schema, example), `${name}: ${JSON.stringify(example)}`).toBe(true);
  }
});

test('writes a command with the key, the required headers and a body that the server accepts', () => {
  const command = formatCurl(findCall('post-api-v1-shop-claims'), 'https://razmen.example');
  expect(command).toContain("curl -X POST 'https://razmen.example/api/v1/shop/claims/'");
  expect(command).toContain('-H "Authorization: Bearer $RAZMEN_KEY"');
  expect(command).toContain("-H 'Idempotency-Key: order-1001'");
  const [, body = ''] = /-d '([^']+)'/.exec(command) ?? [];
  expect(v.is(ShopClaimCreate, JSON.parse(body))).toBe(true);
  const read = formatCurl(findCall('get-api-v1-shop-claims-id'), 'https://razmen.example');
  expect(read).toMatch(/^curl 'https:\/\/razmen\.example\/api\/v1\/shop\/claims\/[\da-f-]{36}\/'/);
  const upload = formatCurl(findCall('post-api-v1-verify-upload'), 'https://razmen.example');
  expect(upload).toContain('-F file=@photo.jpg');
});

test('finds calls by words of their path, fields and codes', () => {
  const find = (query: string) => filterApiGroups(groups, query).flatMap(({ calls }) => calls);
  expect(find('').length).toBe(listCalls().length);
  expect(find('SHOP ledger').map(({ id }) => id)).toContain('get-api-v1-shop-ledger');
  expect(find('shop_claims_hourly').map(({ id }) => id)).toEqual(['post-api-v1-shop-claims']);
  expect(find('no-such-word')).toEqual([]);
});
