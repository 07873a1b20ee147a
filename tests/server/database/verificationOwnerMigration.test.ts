import { sql, type Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { loadMigrations } from '#server/platform/database/migrations.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { createPhoto, createVerificationClient } from '../../support/verificationClient.ts';

forEachDatabase((startServer, dialect) => {
  test('the migration for saved cards keeps the verifications of claims, and their photos', async () => {
    const testServer = await startServer(relaxedLimits);
    const { db } = testServer.context;
    const client = createVerificationClient(testServer);
    const claim = await client.createClaim();
    const { id } = await client.createPending(claim);
    const [before] = await db.selectFrom('verifications').selectAll().execute();
    // The table of the version before.
    for (const index of ['verifications_user', 'verifications_requisite'])
      await sql`drop index ${sql.ref(index)}`.execute(db);
    for (const column of ['user_id', 'requisite_id'])
      await sql`alter table verifications drop column ${sql.ref(column)}`.execute(db);
    await sql`drop table saved_requisites`.execute(db);
    if (dialect === 'postgres')
      await sql`alter table verifications alter column claim_id set not null`.execute(db);

    await db.transaction().execute(async trx => {
      const migration = (await loadMigrations())['031-saved-requisites'];
      await migration?.up(trx as unknown as Kysely<unknown>, dialect);
    });
    expect(await db.selectFrom('verifications').selectAll().execute()).toEqual([before]);
    expect(await (await client.get(id, claim)).json()).toMatchObject({ status: 'pending', photos: [{}] });
    const insert = (claimId: string | null) =>
      db
        .insertInto('verifications')
        .values({ ...(before ?? expect.fail('no verification')), id: `of ${claimId}`, claim_id: claimId })
        .execute();
    await insert(null);
    await expect(insert('none')).rejects.toThrow();
    expect((await client.upload(id, claim, await createPhoto(1))).status).toBe(409);
  });
});
