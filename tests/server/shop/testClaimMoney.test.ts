import { sql, type Insertable } from 'kysely';
import { expect, test } from 'vitest';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';
import { createShopOwner, createShopProgram } from './support/shopClient.ts';

/** The tables whose `claim_id` may be that of a test claim, or of a claim that is erased or was never created. */
const UNBOUND_TABLES = ['partner_events', 'signups', 'test_claim_events', 'webhook_deliveries'];

/** Each table with a `claim_id`: 1 if that has a foreign key to `claims`. */
const CLAIM_TABLES = {
  sqlite: sql<ClaimTable>`
    select tables.name, exists (
      select 1 from pragma_foreign_key_list(tables.name) as keys
      where keys."table" = 'claims' and keys."from" = 'claim_id'
    ) as bound
    from sqlite_master as tables join pragma_table_info(tables.name) as columns
    where tables.type = 'table' and columns.name = 'claim_id'`,
  postgres: sql<ClaimTable>`
    select table_name as name, (exists (
      select 1 from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and convalidated and confrelid = 'claims'::regclass
        and conrelid = table_name::regclass and attname = 'claim_id'
    ))::int::bigint as bound
    from information_schema.columns where table_schema = current_schema() and column_name = 'claim_id'`,
};

interface ClaimTable {
  name: string;
  bound: bigint;
}

/** Rows of the tables of money for a claim. */
function buildMoneyRows({ id: claim_id, from_id: currency_id, partner_id, course }: MoneyOwner) {
  const at = 1n;
  return {
    reserve_entries: { currency_id, claim_id, amount_change: 1n, held_change: 0n, kind: 'receipt', at },
    payments: { claim_id, currency_id, amount: 1n, reference: 'bank-1', at },
    payouts: { claim_id, kind: 'payout', reference: 'bank-1', at },
    recalculations: {
      claim_id,
      reason: 'paid_late',
      from_amount: 1n,
      to_amount: 1n,
      course,
      source_course: course,
      state: 'applied',
      at,
    },
    partner_entries: { partner_id, kind: 'accrual', amount: 1n, claim_id, available_at: at, at },
    claim_events: { claim_id, to_status: 'completed', actor: 'system', at },
  } satisfies { [Table in keyof DatabaseSchema]?: Partial<Insertable<DatabaseSchema[Table]>> };
}

interface MoneyOwner {
  id: string;
  from_id: bigint;
  partner_id: string;
  course: string;
}

forEachDatabase((startServer, dialect) => {
  test('no table of money accepts a test claim', async () => {
    const testServer = await startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' });
    const { db } = testServer.context;
    const owner = createShopOwner(await openAccount(testServer));
    const createClaim = async (mode: 'live' | 'test') =>
      (await createShopProgram(testServer, (await owner.addKey({ mode })).key).createClaim()).id;
    const testId = await createClaim('test');
    const row = await db
      .selectFrom('test_claims')
      .selectAll()
      .where('id', '=', testId)
      .executeTakeFirstOrThrow();
    const insert = ([table, values]: [string, object]) =>
      db
        .insertInto(table as 'payments')
        .values(values as Insertable<DatabaseSchema['payments']>)
        .execute();
    for (const entry of Object.entries(buildMoneyRows(row)))
      await expect(insert(entry), entry[0]).rejects.toThrow(/foreign key/i);
    for (const entry of Object.entries(buildMoneyRows({ ...row, id: await createClaim('live') })))
      await insert(entry);
  });

  test('a table with a claim refers to live claims, so that a test claim cannot be in it', async () => {
    const { db } = (await startServer()).context;
    const { rows } = await CLAIM_TABLES[dialect].execute(db);
    const listNames = (bound: bigint) => rows.filter(row => row.bound === bound).map(({ name }) => name);
    expect(listNames(0n).toSorted()).toEqual(UNBOUND_TABLES);
    expect(listNames(1n)).toEqual(
      expect.arrayContaining(['claim_referrals', 'mail', 'partner_entries', 'payments', 'reserve_entries']),
    );
  });
});
