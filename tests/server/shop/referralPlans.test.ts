import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { countRows } from '#server/platform/database/countRows.ts';
import { DATABASE_FILE_NAME } from '#server/platform/database/database.ts';
import { selectReferrals } from '#server/partners/shopClaims/selectReferrals.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { recordStatements } from '../database/statementRecorder.ts';

forEachDatabase((startServer, dialect) => {
  test('counts the claims of a status in one index, without the claims', async () => {
    const { config, context } = await startServer();
    const recorder = recordStatements();
    const days = { date_from: { start: 1, end: 2 } };
    const selected = selectReferrals(context.db, 'partner', { status: ['completed'], ...days });
    await countRows(selected).finally(recorder.stop);
    const [statement] = [...recorder.statements.values()].filter(({ text }) => text.includes('count('));
    const { text = '', values = [] } = statement ?? {};
    let plan: string;
    if (dialect === 'sqlite') {
      const database = new DatabaseSync(join(config.dataDir, DATABASE_FILE_NAME));
      plan = JSON.stringify(database.prepare(`explain query plan ${text}`).all());
      database.close();
    } else {
      const client = new pg.Client({ connectionString: config.databaseUrl ?? '' });
      await client.connect();
      await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
      plan = JSON.stringify((await client.query(`explain ${text}`, values)).rows);
      await client.end();
    }
    expect(plan).toMatch(/(COVERING INDEX|Index Only Scan using) claim_referrals_status/);
    expect(plan).not.toMatch(/\bclaims\b/);
  });
});
