import { openDatabase } from '#server/platform/database/database.ts';
import { findLedgerProblems, runLedgerLoad } from '#tests/server/referral/support/ledgerLoad.ts';
import type { BenchDatabase } from '../benchDatabase.ts';
import type { ReportLine } from '../serverReport.ts';

const LOAD = { operations: 10_000, concurrency: 50, kills: 20 };

/** Checks that balances equal their ledgers after many operations in processes that are killed. */
export async function measureLedger({ env, location }: BenchDatabase): Promise<ReportLine[]> {
  const startedAt = performance.now();
  const outcome = await runLedgerLoad({
    env: { ...process.env, DATA_DIR: location.dataDir, OPERATOR: 'manual', RATE_DRIFT: 'off', ...env },
    ...LOAD,
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const { db, close } = await openDatabase(location);
  try {
    const problems = await findLedgerProblems(db, outcome);
    for (const problem of problems.slice(0, 20)) console.warn(problem);
    return [
      {
        name: `operations, ${LOAD.concurrency} at once, ${LOAD.kills} kills`,
        value: outcome.operations,
        unit: '',
      },
      { name: 'operations, with the restarts', value: outcome.operations / seconds, unit: '/s' },
      { name: 'lines that are lost, double or wrong', value: problems.length, unit: '', goal: { atMost: 0 } },
    ];
  } finally {
    await close();
  }
}
