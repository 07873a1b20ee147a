import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiResources } from '#server/api/resources.ts';
import { createTestServer, forEachDatabase, type TestServer } from '../support/testServer.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await createTestServer({
    OPERATOR: 'demo',
    BANK_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
  });
});
afterAll(() => testServer.close());

const mounts = apiResources.flatMap(resource => resource.prefixes.map(prefix => ({ prefix, ...resource })));

/** Resources that the document does not have: it is for partners, and these are for staff and a bank. */
const HIDDEN_PREFIXES = ['/api/v1/operator/', '/api/v1/bank/'];

/** Paths of routes and middleware below the prefix, by method. */
const listPaths = (method: string) =>
  testServer.app.routes.filter(route => route.method === method).map(route => route.path);

forEachDatabase(startServer => {
  test('answers every GET request without parameters on a new database', async () => {
    const { app, get } = await startServer();
    const paths = app.routes
      .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/') && !/[:*]/.test(path))
      .map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(10);
    const failures = await Promise.all(
      paths.map(async path => ({ path, status: (await get(path)).status })),
    ).then(responses => responses.filter(({ status }) => status >= 500));
    expect(failures).toEqual([]);
  });
});

test('every API route belongs to one resource', () => {
  const routes = testServer.app.routes.filter(
    ({ method, path }) => method !== 'ALL' && /^\/(front-)?api\//.test(path) && path !== '/api/openapi.json',
  );
  expect(routes.length).toBeGreaterThan(20);
  for (const { path } of routes)
    expect(
      mounts.filter(({ prefix }) => `${path}/`.startsWith(prefix)).map(({ prefix }) => prefix),
      path,
    ).toHaveLength(1);
});

describe.each(mounts)('$prefix', ({ prefix, cors, limits, uploadPaths = [], maintenancePaths = [], tag }) => {
  test('sends CORS headers as declared', async () => {
    const preflight = await testServer.app.request(`${prefix}x/`, {
      method: 'OPTIONS',
      headers: { origin: 'https://partner.example', 'access-control-request-method': 'GET' },
    });
    const expected = cors === 'any' ? '*' : null;
    expect(preflight.headers.get('access-control-allow-origin')).toBe(expected);
    const response = await testServer.get(`${prefix}x/y/z/`, { origin: 'https://partner.example' });
    expect(response.headers.get('access-control-allow-origin')).toBe(expected);
  });

  test('describes every route with its tag', async () => {
    const document = (await (await testServer.get('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, { tags?: string[] }>>;
    };
    const operations = Object.entries(document.paths)
      .filter(([path]) => path.startsWith(prefix))
      .flatMap(([, item]) => Object.values(item));
    expect(operations.length > 0).toBe(!HIDDEN_PREFIXES.includes(prefix));
    for (const operation of operations) expect(operation.tags).toEqual([tag]);
  });

  test('names only paths that have a route', () => {
    const postPaths = listPaths('POST');
    // An upload path has three entries that are not routes: body limit with and without slash, and rate limit.
    for (const path of uploadPaths)
      expect(postPaths.filter(mounted => mounted === prefix + path).length, path).toBeGreaterThan(2);
    const allPaths = ['GET', 'POST', 'DELETE'].flatMap(listPaths);
    for (const path of maintenancePaths.filter(one => one !== '*')) expect(allPaths).toContain(prefix + path);
    const pathLimits = limits === 'none' ? [] : limits.filter(({ path }) => path !== '*');
    for (const { method, path } of pathLimits)
      if (method === 'ALL') expect(listPaths('GET'), path).toContain(prefix + path);
      // The limit itself is one entry.
      else expect(postPaths.filter(mounted => mounted === prefix + path).length, path).toBeGreaterThan(1);
  });

  test('limits JSON bodies, and lets files through where they are accepted', async () => {
    const postPaths = new Set(listPaths('POST').filter(path => path.startsWith(prefix)));
    const postBytes = (path: string, size: number) =>
      testServer.app.request(path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': String(size) },
        body: new Uint8Array(size),
      });
    for (const path of [...postPaths].filter(path => path.endsWith('/'))) {
      const isUpload = uploadPaths.includes(path.slice(prefix.length));
      const { status } = await postBytes(path, 65 * 1024);
      if (isUpload) expect(status, path).not.toBe(413);
      else expect(status, path).toBe(413);
    }
  });

  test('returns 503 during maintenance, except for the declared paths', async () => {
    const { catalogue } = testServer.context;
    const getMaintenance = catalogue.getMaintenance;
    catalogue.getMaintenance = () => ({ tech: true, until: null });
    try {
      for (const path of maintenancePaths)
        // What the request lacks differs: the claim of a path with :id is unknown, for example.
        expect((await testServer.get(prefix + path)).status, path).not.toBe(503);
      const response = await testServer.get(`${prefix}x/`);
      const isOpen = maintenancePaths.includes('*');
      expect(response.status).toBe(isOpen ? 404 : 503);
      expect(response.headers.get('retry-after')).toBe(isOpen ? null : '60');
    } finally {
      catalogue.getMaintenance = getMaintenance;
    }
  });
});
