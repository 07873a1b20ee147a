import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { createAppendOnlyTriggers, executeStatements, getSerialKeyType } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/**
 * Gives every payment a reference that is unique in its currency, in the form of `normalizePaymentReference`: in
 * capitals outside networks. The table is append-only, so it is recreated. Payments without a reference get one from
 * their row id, and so do later payments with the reference of an earlier one.
 */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    `create table payments_by_reference (
      id ${getSerialKeyType(dialect)},
      claim_id text not null references claims (id),
      currency_id bigint not null references currencies (id),
      amount bigint not null check (amount > 0),
      reference text not null check (reference <> ''),
      at bigint not null
    )`,
    `insert into payments_by_reference (id, claim_id, currency_id, amount, reference, at)
      select id, claim_id, from_id, amount,
        case
          when nullif(reference, '') is null then 'payment ' || id
          when row_number() over (partition by from_id, reference order by id) > 1 then reference || ' ' || id
          else reference
        end,
        at
      from (
        select payments.id, payments.claim_id, claims.from_id, payments.amount, payments.at,
          case when currencies.kind = 'crypto' then payments.reference else upper(payments.reference) end as reference
        from payments
        inner join claims on claims.id = payments.claim_id
        inner join currencies on currencies.id = claims.from_id
      ) as recorded`,
    'drop table payments',
    'alter table payments_by_reference rename to payments',
    'create index payments_claim on payments (claim_id)',
    'create unique index payments_reference on payments (currency_id, reference)',
    ...createAppendOnlyTriggers(dialect, ['payments']),
    ...(dialect === 'sqlite'
      ? []
      : [
          `select setval(pg_get_serial_sequence('payments', 'id'), (select coalesce(max(id), 0) + 1 from payments), false)`,
        ]),
  ]);
}
