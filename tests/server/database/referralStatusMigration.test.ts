import { sql, type Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { loadMigrations } from '#server/platform/database/migrations.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { openPartner } from '../referral/support/partnerClient.ts';
import { tryChange } from '../support/tryChange.ts';

forEachDatabase((startServer, dialect) => {
  test('an attribution has the status of its claim, whichever version of the program writes it', async () => {
    const testServer = await startServer(relaxedLimits);
    const { db } = testServer.context;
    const { code } = await openPartner(testServer);
    const client = createInProcessClient(testServer.app);
    const createClaim = async (refferal: string | null) => {
      const { id } = await client.createClaim({ ...(await client.buildClaim('LTC', 'SBERRUB')), refferal });
      return id;
    };
    const ids = [await createClaim(code), await createClaim(code)] as const;
    await createClaim(null);
    const readStatuses = async () => {
      const rows = await db.selectFrom('claim_referrals').select(['claim_id', 'status']).execute();
      const statuses = new Map(rows.map(({ claim_id, status }) => [claim_id, status]));
      return ids.map(id => statuses.get(id));
    };
    expect(await readStatuses()).toEqual(['waiting', 'waiting']);
    const cancel = (id: string) =>
      tryChange(db, trx =>
        transitionClaim(testServer.context, trx, {
          id,
          to: 'cancelled',
          actor: 'operator',
          now: testServer.now(),
        }),
      );
    await cancel(ids[0]);
    expect(await readStatuses()).toEqual(['cancelled', 'waiting']);

    // The table of the version before.
    const [onClaims, onReferrals] =
      dialect === 'postgres' ? [sql` on claims`, sql` on claim_referrals`] : [sql``, sql``];
    await sql`drop trigger claims_referral_status${onClaims}`.execute(db);
    await sql`drop trigger claim_referrals_fill_status${onReferrals}`.execute(db);
    await sql`drop index claim_referrals_status`.execute(db);
    await sql`alter table claim_referrals drop column status`.execute(db);
    await db.transaction().execute(async trx => {
      const migration = (await loadMigrations())['038-referral-status'];
      await migration?.up(trx as unknown as Kysely<unknown>, dialect);
    });
    expect(await readStatuses()).toEqual(['cancelled', 'waiting']);
    // The version before writes no status.
    await sql`create table copy as select claim_id, partner_id, code, sub, host, created_at from claim_referrals`.execute(
      db,
    );
    await db.deleteFrom('claim_referrals').execute();
    await sql`insert into claim_referrals (claim_id, partner_id, code, sub, host, created_at) select * from copy`.execute(
      db,
    );
    await sql`drop table copy`.execute(db);
    expect(await readStatuses()).toEqual(['cancelled', 'waiting']);
    await cancel(ids[1]);
    expect(await readStatuses()).toEqual(['cancelled', 'cancelled']);
  });
});
