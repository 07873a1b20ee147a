import { expect, test } from 'vitest';
import { sql, type Kysely } from 'kysely';
import { loadMigrations } from '#server/platform/database/migrations.ts';
import {
  createAppendOnlyTriggers,
  getSerialKeyType,
} from '#server/platform/database/migrations/statements.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase } from '../../support/testServer.ts';

const MIGRATION = '011-payment-references';

forEachDatabase((startServer, dialect) => {
  test('payments of an older version get references that are unique in their currency', async () => {
    const { app, context } = await startServer(relaxedLimits);
    const { db } = context;
    const client = createInProcessClient(app);
    const create = async (from: string) =>
      (await client.createClaim(await client.buildClaim(from, 'SBERRUB'))).id;
    const [first, second, other] = [await create('LTC'), await create('LTC'), await create('TON')];

    // As migration 002 created it.
    await sql`drop table payments`.execute(db);
    for (const statement of [
      `create table payments (
        id ${getSerialKeyType(dialect)},
        claim_id text not null references claims (id),
        amount bigint not null check (amount > 0),
        reference text,
        at bigint not null
      )`,
      ...createAppendOnlyTriggers(dialect, ['payments']),
    ])
      await sql.raw(statement).execute(db);
    for (const [claim, reference] of [
      [first, 'demo'],
      [second, 'demo'],
      [other, 'demo'],
      [first, null],
      [first, ''],
    ])
      await sql`insert into payments (claim_id, amount, reference, at) values (${claim}, ${5n}, ${reference}, ${7n})`.execute(
        db,
      );

    await (await loadMigrations())[MIGRATION]?.up(db as unknown as Kysely<unknown>, dialect);
    const rows = await db.selectFrom('payments').selectAll().orderBy('id').execute();
    expect(rows.map(({ claim_id, reference }) => [claim_id, reference])).toEqual([
      [first, 'demo'],
      [second, 'demo 2'],
      [other, 'demo'],
      [first, 'payment 4'],
      [first, 'payment 5'],
    ]);
    expect(rows.every(({ amount, at }) => amount === 5n && at === 7n)).toBe(true);
    const { id: _, ...row } = rows[0] ?? expect.fail('no payment');
    await expect(db.insertInto('payments').values(row).execute()).rejects.toThrow(/unique/i);
    await db
      .insertInto('payments')
      .values({ ...row, reference: 'next' })
      .execute();
    await expect(sql`delete from payments`.execute(db)).rejects.toThrow(/append-only|refuse/i);
  });
});
