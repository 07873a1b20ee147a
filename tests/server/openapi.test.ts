import { brotliDecompressSync } from 'node:zlib';
import type { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import { MAX_DAILY_CANCELLATIONS } from '#core/contract/account/withdrawals.ts';
import { TELEGRAM_LINK_MINUTES } from '#core/contract/claim/claimTelegram.ts';
import { RequisiteField } from '#core/contract/course/pair.ts';
import { TRUSTED_SHOP_CLAIMS } from '#core/contract/shop.ts';
import { apiResources } from '#server/api/resources.ts';
import { createTestServer, type TestServer } from '../support/testServer.ts';

let testServers: TestServer[] = [];
afterEach(async () => {
  for (const testServer of testServers) await testServer.close();
  testServers = [];
});

async function openTestServer(env: Record<string, string> = {}): Promise<TestServer> {
  const testServer = await createTestServer(env);
  testServers.push(testServer);
  return testServer;
}

describe('OpenAPI', () => {
  type OpenApiDocument = {
    openapi: string;
    paths: Record<string, Record<string, { summary?: string; responses?: object; security?: object[] }>>;
  };

  /** Calls of staff are not in the document: it is for partners. */
  const isPublicCall = (method: string, path: string) =>
    method !== 'ALL' &&
    /^\/(api|front-api|healthz|livez|rates)/.test(path) &&
    !path.startsWith('/api/v1/operator/');

  /** Every route of the API and the exports: method and path in OpenAPI notation. */
  const listCalls = ({ routes }: Hono) =>
    new Set(
      routes
        .filter(({ method, path }) => isPublicCall(method, path))
        .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
    );

  test('describes every call with a summary and its responses', async () => {
    const { app } = await openTestServer();
    const response = await app.request('/api/openapi.json');
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const document = (await response.json()) as OpenApiDocument;
    expect(document.openapi).toMatch(/^3\.1\./);
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, { summary, responses }]) => summary && Object.keys(responses ?? {}).length > 0)
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    // A path that also works without its trailing slash is described once.
    const expected = [...listCalls(app)].filter(
      call => call !== 'GET /api/openapi.json' && !described.includes(`${call}/`),
    );
    expect(expected.length).toBeGreaterThan(10);
    expect(described.filter(call => !described.includes(`${call}/`)).toSorted()).toEqual(expected.toSorted());
  });

  test('sends the same compressed bytes each time, and nothing to a client that has them', async () => {
    const { get } = await openTestServer();
    const first = await get('/api/openapi.json', { 'Accept-Encoding': 'br' });
    expect(first.headers.get('content-encoding')).toBe('br');
    const body = Buffer.from(await first.arrayBuffer());
    const plain = await (await get('/api/openapi.json')).text();
    expect(brotliDecompressSync(body).toString()).toBe(plain);
    expect(body.length).toBeLessThan(plain.length / 10);
    const etag = first.headers.get('etag') ?? '';
    expect((await get('/api/openapi.json', { 'If-None-Match': etag })).status).toBe(304);
  });

  test('names the credentials of each call about the account', async () => {
    const { app } = await openTestServer();
    const { paths } = (await (await app.request('/api/openapi.json')).json()) as OpenApiDocument;
    for (const [path, operations] of Object.entries(paths))
      if (path.startsWith('/api/v1/users/me/'))
        for (const [method, { security }] of Object.entries(operations))
          expect(security, `${method} ${path}`).toEqual([{ bearer: [] }]);
  });

  test('lists the refusals of each call that accepts a file', async () => {
    const { app } = await openTestServer();
    const { paths } = (await (await app.request('/api/openapi.json')).json()) as OpenApiDocument;
    for (const { prefixes, uploadPaths = [] } of apiResources)
      for (const path of prefixes.flatMap(prefix => uploadPaths.map(uploadPath => prefix + uploadPath))) {
        const responses = paths[path.replace(/:(\w+)/g, '{$1}')]?.post?.responses ?? {};
        expect(Object.keys(responses), path).toEqual(expect.arrayContaining(['411', '413', '429', '503']));
      }
  });

  test('every reference resolves', async () => {
    const { app } = await openTestServer();
    const text = await (await app.request('/api/openapi.json')).text();
    const document = JSON.parse(text) as unknown;
    for (const [, path = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = path
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document);
      expect(target, path).toBeDefined();
    }
  });

  test('describes a field by its doc block, in a schema that contains it and in its copies', async () => {
    const { app } = await openTestServer({ OPERATOR: 'demo' });
    const { paths } = (await (await app.request('/api/openapi.json')).json()) as OpenApiDocument;
    /** Descriptions of all fields with this name in the responses and bodies of a call. */
    const listTexts = (path: string, method: string, name: string): string[] => {
      const texts: string[] = [];
      JSON.stringify(
        paths[path]?.[method],
        (_, part: { properties?: Record<string, { description: string }> }) => {
          const text = part?.properties?.[name]?.description;
          if (text !== undefined) texts.push(text);
          return part;
        },
      );
      return texts;
    };
    const webhooks = '/api/v1/users/me/shop/webhooks/';
    const failing = 'Since when every attempt has failed; null: none has';
    // Of the schema itself, inside a list, and spread into another schema.
    expect(listTexts(`${webhooks}{id}/`, 'patch', 'failingSince')).toEqual([failing]);
    expect(listTexts(webhooks, 'get', 'failingSince')).toEqual([failing]);
    expect(listTexts(webhooks, 'post', 'failingSince')).toEqual([failing]);
    // A doc block of several lines; a field with the doc block of its value; a schema of another folder.
    expect(listTexts('/api/v1/users/me/shop/test-claims/', 'post', 'cause')[0]).toMatch(
      /^The exact reason.*added$/,
    );
    expect(listTexts('/api/v1/claim/{id}/status/', 'get', 'now')).toEqual([
      'ISO 8601, UTC, by the server’s clock',
    ]);
    expect(listTexts('/api/v1/calculator/settings/', 'get', 'form')[0]).toMatch(
      /^Elements of the prerendered/,
    );
  });

  test('describes a call of the contract by its doc block, and its guard by the refusals', async () => {
    const { app } = await openTestServer();
    const { paths } = (await (await app.request('/api/openapi.json')).json()) as OpenApiDocument;
    expect(paths['/api/v1/users/me/shop/keys/']?.post).toMatchObject({
      summary: 'Create a key; it is shown once',
      security: [{ bearer: [] }],
      responses: {
        201: { description: 'The key' },
        // The schema that the doc block names, with `codes` and `limit`.
        400: { content: { 'application/json': { schema: { properties: { limit: { type: 'string' } } } } } },
        403: { description: expect.stringContaining('`confirm_required`') as string },
        409: { description: '`shop_keys_limit`: the shop has 10 keys' },
      },
    });
    expect(paths['/api/v1/users/me/shop/keys/{id}/']?.delete).toMatchObject({
      parameters: [{ name: 'id', in: 'path', schema: { format: 'uuid' } }],
      responses: { 204: { description: 'Revoked' } },
    });
    // A doc block cannot contain a constant.
    expect(paths['/api/v1/users/me/refferal/withdrawal/{id}/']?.delete).toMatchObject({
      responses: {
        429: { description: `\`withdrawal_cancellations\`: ${MAX_DAILY_CANCELLATIONS} in 24 hours` },
      },
    });
    expect(paths['/api/v1/claim/{id}/telegram/']?.post?.summary).toContain(
      `within ${TELEGRAM_LINK_MINUTES} minutes`,
    );
    expect(paths['/api/v1/shop/claims/']?.post).toMatchObject({
      responses: {
        429: { description: expect.stringContaining(`until ${TRUSTED_SHOP_CLAIMS} are completed`) as string },
      },
    });
  });

  /** Paths of the properties in a JSON Schema, or any part of the document, that have no description. */
  function listUndescribed(part: unknown, path = ''): string[] {
    if (typeof part !== 'object' || part === null) return [];
    return Object.entries(part).flatMap(([key, value]) => {
      const inner = listUndescribed(value, `${path}/${key}`);
      if (key !== 'properties') return inner;
      const fields = Object.entries(value as Record<string, { description?: string }>);
      const names = fields.filter(([, { description }]) => description === undefined).map(([name]) => name);
      return [...names.map(name => `${path}/${name}`), ...inner];
    });
  }

  test('describes every field', async () => {
    const { app } = await openTestServer({ OPERATOR: 'demo' });
    const { paths } = (await (await app.request('/api/openapi.json')).json()) as OpenApiDocument;
    expect(listUndescribed(paths), 'Add a doc block to each field of the schema.').toEqual([]);
  });

  test('lists the types of requisite fields', async () => {
    const { app } = await openTestServer();
    const text = await (await app.request('/api/openapi.json')).text();
    expect(text).toContain(`"enum":${JSON.stringify(RequisiteField.entries.type.wrapped.options)}`);
  });

  test('contains every call that the form makes', async () => {
    const { app } = await openTestServer();
    const spec = listCalls(app);
    for (const call of [
      '/',
      '/from/',
      '/from/{id}/',
      '/to/{id}/',
      '/pair/{from}/{to}/',
      '/course/{from}/{to}/',
      '/reserves/',
      '/settings/',
      '/tech/',
      '/chat/',
    ])
      expect(spec).toContain(`GET /api/v1/calculator${call}`);
    for (const call of [
      'POST /api/v1/claim/',
      'GET /api/v1/claim/{id}/status/',
      'GET /api/v1/claim/{id}/requisite/',
    ])
      expect(spec).toContain(call);
  });
});
