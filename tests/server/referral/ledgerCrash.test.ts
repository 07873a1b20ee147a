import { expect, test } from 'vitest';
import { forEachDatabase } from '../../support/testServer.ts';
import { createOperatorEnvironment } from '../support/operatorCommand.ts';
import { findLedgerProblems, runLedgerLoad } from './support/ledgerLoad.ts';

/** `npm run bench:server -- --ledger` does 10,000 operations, 50 at once. */
const LOAD = { operations: 400, concurrency: 20, kills: 3 };

forEachDatabase(startServer => {
  test(
    `${LOAD.operations} operations, ${LOAD.concurrency} at once, killed ${LOAD.kills} times: balances equal their ledgers`,
    { timeout: 200_000 },
    async () => {
      const testServer = await startServer();
      const outcome = await runLedgerLoad({ env: createOperatorEnvironment(testServer), ...LOAD });
      expect(await findLedgerProblems(testServer.context.db, outcome)).toEqual([]);
      expect(outcome.operations).toBeGreaterThanOrEqual(LOAD.operations);
      for (const kind of ['accrual', 'reversal', 'withdrawal', 'decision'] as const)
        expect([kind, outcome.acknowledged[kind].length]).not.toEqual([kind, 0]);
    },
  );
});
