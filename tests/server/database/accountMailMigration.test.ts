import { sql, type Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { loadMigrations } from '#server/platform/database/migrations.ts';
import { deliverDueMail } from '#server/notifications/emails/mailWorker.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase } from '../../support/testServer.ts';

const NAME = '025-account-mail';

forEachDatabase((startServer, dialect) => {
  test('the migration for letters about accounts keeps the e-mails about claims', async () => {
    const { app, context } = await startServer(relaxedLimits);
    const { db } = context;
    const client = createInProcessClient(app);
    for (const code of ['LTC', 'XRP', 'TRX']) {
      await client.createClaim(await client.buildClaim(code, 'SBERRUB'));
      if (code === 'LTC') await deliverDueMail(context, () => Promise.resolve());
    }
    const [sent, unsent, last] = await db.selectFrom('mail').selectAll().orderBy('id').execute();
    await db
      .deleteFrom('mail')
      .where('id', '=', last?.id ?? 0n)
      .execute();
    // The table of the version before.
    for (const index of ['mail_account', 'mail_alerts', 'mail_due_urgent'])
      await sql`drop index ${sql.ref(index)}`.execute(db);
    for (const column of ['kind', 'about'])
      await sql`alter table mail drop column ${sql.ref(column)}`.execute(db);
    if (dialect === 'postgres') await sql`alter table mail alter column claim_id set not null`.execute(db);

    await db.transaction().execute(async trx => {
      const migration = (await loadMigrations())[NAME];
      await migration?.up(trx as unknown as Kysely<unknown>, dialect);
    });
    expect(await db.selectFrom('mail').selectAll().orderBy('id').execute()).toEqual([sent, unsent]);
    expect(sent).toMatchObject({ kind: 'claim', about: null, sent_at: expect.anything() as bigint });
    const values = { recipient: '', mailbox: '', subject: '', text: '', attempts: 0n, next_at: 0n, at: 0n };
    const insert = (row: { claim_id: string | null; kind: 'claim' | 'restore'; message_id: string }) =>
      db
        .insertInto('mail')
        .values({ ...values, ...row })
        .returning('id')
        .executeTakeFirstOrThrow();
    // The id of the deleted e-mail is not given again.
    const { id } = await insert({ claim_id: null, kind: 'restore', message_id: 'a' });
    expect(id).toBeGreaterThan(last?.id ?? 0n);
    await expect(insert({ claim_id: null, kind: 'claim', message_id: 'b' })).rejects.toThrow();
    await expect(
      insert({ claim_id: sent?.claim_id ?? '', kind: 'restore', message_id: 'c' }),
    ).rejects.toThrow();
    await expect(insert({ claim_id: 'none', kind: 'claim', message_id: 'd' })).rejects.toThrow();
    await expect(insert({ claim_id: null, kind: 'restore', message_id: 'a' })).rejects.toThrow();
    const indexes =
      dialect === 'sqlite'
        ? await sql<{
            name: string;
          }>`select name from sqlite_schema where type = 'index' and tbl_name = 'mail'`.execute(db)
        : await sql<{ name: string }>`select indexname as name from pg_indexes
            where schemaname = current_schema() and tablename = 'mail'`.execute(db);
    expect(indexes.rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['mail_claim', 'mail_mailbox']),
    );
  });
});
