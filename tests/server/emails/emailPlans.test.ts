import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { checkCourseAlerts } from '#server/notifications/courseAlerts/checkAlerts.ts';
import { DATABASE_FILE_NAME } from '#server/platform/database/database.ts';
import { leaseDueEmail } from '#server/notifications/emails/leaseEmail.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { recordStatements, type RecordedStatement } from '../database/statementRecorder.ts';
import { addDueEmail } from './support/dueEmail.ts';

forEachDatabase(startServer => {
  /** Returns the database's plan of a statement, as text. */
  async function explain({ config }: TestServer, { text, values }: RecordedStatement): Promise<string> {
    if (config.databaseUrl === null) {
      const database = new DatabaseSync(join(config.dataDir, DATABASE_FILE_NAME));
      const rows = database.prepare(`explain query plan ${text}`).all();
      database.close();
      return rows.map(({ detail }) => detail).join('\n');
    }
    const client = new pg.Client({ connectionString: config.databaseUrl });
    await client.connect();
    // The tables of the test are small: without this, reading them completely is cheaper than an index.
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    await client.end();
    return rows.map(row => row['QUERY PLAN']).join('\n');
  }

  /** Runs something, and returns the plans of its statements that match. */
  async function listPlans(testServer: TestServer, pattern: RegExp, run: () => Promise<unknown>) {
    const recorder = recordStatements();
    await run().finally(recorder.stop);
    const statements = [...recorder.statements.values()].filter(({ text }) => pattern.test(text));
    return Promise.all(statements.map(statement => explain(testServer, statement)));
  }

  test('the job of alerts finds old e-mails by an index of these alone', async () => {
    const testServer = await startServer(relaxedLimits);
    const plans = await listPlans(testServer, /^update "mail"/, () => checkCourseAlerts(testServer.context));
    expect(plans).toEqual([expect.stringMatching(/mail_alerts\b.*(sent_at<\?|\n.*sent_at <=)/)]);
  });

  test('e-mails that are no news are leased by an index without news', async () => {
    const testServer = await startServer(relaxedLimits);
    await addDueEmail(testServer, 1);
    const plans = await listPlans(testServer, /^select \* from "mail".*kind <> 'news'/, () =>
      leaseDueEmail(testServer.context),
    );
    expect(plans).toEqual([expect.stringMatching(/mail_due_urgent\b/)]);
    expect(plans.join()).not.toMatch(/sort|temp b-tree/i);
  });
});
