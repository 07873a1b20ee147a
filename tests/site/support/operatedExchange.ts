import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClaimCreated } from '#core/contract/claim.ts';
import { createClaimClient } from '#tests/support/claimClient.ts';
import { relaxedLimits } from '#tests/support/relaxedLimits.ts';
import { createServerProcess } from '#tests/support/serverProcess.ts';
import { seedTestAddresses } from '#tests/support/seedTestAddresses.ts';
import { test as base } from './siteTest.ts';

/** An isolated exchange of one test file, with its operator. */
export interface OperatedExchange {
  origin: string;
  /** Runs `npm run operator -- …`. Rejects if the command fails. */
  runOperator: (...args: string[]) => Promise<string>;
  /** Creates a claim by the API, like another browser. Each claim uses a different card. */
  createClaim: (from: string, to: string, fromSumma?: string) => Promise<ClaimCreated>;
}

/** A test on an isolated exchange, whose claims can be moved. `baseURL` is that exchange. */
export const test = base.extend<
  object,
  { operatedExchange: OperatedExchange; exchangeEnv: Record<string, string> }
>({
  /** More variables of the exchange. */
  exchangeEnv: [{}, { scope: 'worker', option: true }],
  operatedExchange: [
    async ({ exchangeEnv }, provide) => {
      const folder = mkdtempSync(join(tmpdir(), 'razmen-site-'));
      const env = {
        DATA_DIR: folder,
        OPERATOR: 'manual',
        RATE_DRIFT: 'off',
        LOG_LEVEL: 'warn',
        MERCHANTS: 'SBPRUB:test',
        MERCHANT_TEST: 'on',
        ...relaxedLimits,
        ...exchangeEnv,
      };
      const server = await createServerProcess(env);
      try {
        await seedTestAddresses(folder);
        await server.start();
        const client = createClaimClient((path, init) => fetch(server.origin + path, init));
        await provide({
          origin: server.origin,
          runOperator: server.runOperator,
          async createClaim(from, to, fromSumma) {
            const body = await client.buildClaim(from, to, fromSumma ? { fromSumma } : {});
            const { fromRequisites } = body;
            const ownRequisites =
              'card' in fromRequisites ? { ...fromRequisites, card: createCardNumber() } : fromRequisites;
            return client.createClaim({ ...body, fromRequisites: ownRequisites });
          },
        });
      } finally {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ operatedExchange }, provide) => provide(operatedExchange.origin),
});

let cardCount = 0;

/** Returns a new card number with a valid Luhn digit. An approved card skips verification for a year. */
function createCardNumber(): string {
  const digits = `220000000000${String(++cardCount).padStart(3, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
