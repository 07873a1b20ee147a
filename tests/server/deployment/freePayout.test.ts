import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEST_ACCOUNT_KEY } from '../../support/accountKeys.ts';
import { createPostgresSchema } from '../../support/postgresSchema.ts';
import { testedDialect } from '../../support/testServer.ts';
import { startDeployedExchange } from './support/deployedExchange.ts';
import {
  createDeployedEnvironment,
  requireProxy,
  startRateSources,
  type DeployVariant,
} from './support/deployVariants.ts';
import { attemptFreePayout } from './support/freePayoutAttack.ts';

const variants: DeployVariant[] = [
  { name: 'systemd behind nginx', runner: 'systemd', proxy: 'nginx' },
  { name: 'Docker behind nginx', runner: 'Docker', proxy: 'nginx' },
  // The environment of an earlier guide.
  { name: 'systemd behind Caddy, without OPERATOR', runner: 'systemd', proxy: 'Caddy', isEarlier: true },
];

let rates: Awaited<ReturnType<typeof startRateSources>>;
beforeAll(async () => {
  rates = await startRateSources();
});
afterAll(() => rates.close());

test.for(variants)(
  'the files of deploy/ pay nothing without money: $name',
  { timeout: 300_000 },
  async (variant, { skip }) => {
    const proxy = await requireProxy(variant.proxy, skip);
    const database =
      testedDialect === 'postgres' ? await createPostgresSchema() : { env: {}, remove: async () => {} };
    const exchange = await startDeployedExchange(
      createDeployedEnvironment(variant, database.env, rates.env),
      proxy,
    );
    try {
      expect(await attemptFreePayout(exchange)).toEqual({
        statuses: ['claimed'],
        card: 'pending',
        income: { available: '0.0000', pending: '0.0000' },
        simulatorStatus: 404,
        printedLinks: [],
      });
    } finally {
      await exchange.close();
      await database.remove();
    }
  },
);

// A demo has no PostgreSQL.
if (testedDialect === 'sqlite')
  test.for(['nginx', 'Caddy'] as const)('a demo answers nobody through %s', async (kind, { skip }) => {
    const proxy = await requireProxy(kind, skip);
    const env = { OPERATOR: '', SEED: '', ACCOUNT_KEY: TEST_ACCOUNT_KEY };
    const demo = await startDeployedExchange(env, proxy);
    try {
      for (const path of ['/', '/widget/exchange-widget.js', '/api/v1/calculator/']) {
        const response = await demo.send(path);
        expect([path, response.status]).toEqual([path, 403]);
        expect(await response.text()).toContain('OPERATOR=manual');
      }
      const body = JSON.stringify({ status: 'completed' });
      const headers = { 'content-type': 'application/json' };
      for (const path of ['/api/v1/claim/', '/api/v1/simulator/claim/'])
        expect((await demo.send(path, { method: 'POST', headers, body })).status).toBe(403);
      expect((await fetch(`${demo.server.origin}/`)).status).toBe(200);
      expect(demo.server.readOutput()).toContain('This is a demo');
    } finally {
      await demo.close();
    }
  });
