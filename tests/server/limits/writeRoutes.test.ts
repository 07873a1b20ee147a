import { expect, test } from 'vitest';
import { apiResources } from '#server/api/resources.ts';
import { forEachDatabase } from '../../support/testServer.ts';

const WRITE_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** Notifications that the merchant signs, and the claims of a demonstration. */
const UNLIMITED_PREFIXES = ['/api/v1/merchant/', '/api/v1/simulator/'];

forEachDatabase(startServer => {
  test('every write of the API is limited, except those for other servers', async () => {
    const { app } = await startServer({
      TRUST_PROXY: 'loopback',
      LIMIT_CLAIMS_PER_HOUR: '1',
      LIMIT_CALCULATOR_PER_MINUTE: '1',
      LIMIT_CALCULATOR_BURST: '1',
      LIMIT_ACTIONS_PER_MINUTE: '1',
      LIMIT_UPLOADS_PER_HOUR: '1',
      LIMIT_LOGINS_PER_HOUR: '1',
      LIMIT_SIGNUPS_PER_HOUR: '1',
      LIMIT_READS_PER_MINUTE: '1',
      LIMIT_READS_BURST: '1',
    });
    const routes = new Set(
      app.routes
        .filter(({ method, path }) => WRITE_METHODS.includes(method) && /^\/(front-)?api\/.*[^*]$/.test(path))
        .map(({ method, path }) => `${method} ${path}`),
    );
    expect(routes.size).toBeGreaterThan(15);
    const unlimited: string[] = [];
    let network = 0;
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ');
      const address = `198.51.100.${network++}`;
      const statuses: number[] = [];
      for (let n = 0; n < 3; n++) {
        const response = await app.request(path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000'), {
          method,
          headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
          body: '{}',
        });
        statuses.push(response.status);
      }
      if (statuses[2] !== 429) unlimited.push(`${route} ${statuses.join()}`);
    }
    expect(
      unlimited.filter(route => !UNLIMITED_PREFIXES.some(prefix => route.includes(` ${prefix}`))),
    ).toEqual([]);
    expect(
      apiResources.filter(({ limits }) => limits === 'none').flatMap(({ prefixes }) => prefixes),
    ).toEqual(UNLIMITED_PREFIXES);
  });
});
