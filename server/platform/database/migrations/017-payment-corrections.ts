import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { createAppendOnlyTriggers, executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = ['removed_payments'] as const;

/** Lets a payment leave `payments`, once `removed_payments` has it. */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    `create table removed_payments (
      id bigint not null primary key,
      claim_id text not null references claims (id),
      currency_id bigint not null references currencies (id),
      amount bigint not null check (amount > 0),
      reference text not null check (reference <> ''),
      at bigint not null,
      removed_at bigint not null
    )`,
    ...createAppendOnlyTriggers(dialect, ['removed_payments']),
    ...(dialect === 'sqlite'
      ? [
          `drop trigger if exists payments_no_delete`,
          `create trigger payments_no_delete before delete on payments
            when not exists (select 1 from removed_payments where id = old.id)
            begin select raise(abort, 'payments is append-only'); end`,
        ]
      : [
          `drop trigger payments_append_only on payments`,
          `create trigger payments_append_only before update or truncate on payments
            for each statement execute function refuse_change()`,
          `create function refuse_payment_delete() returns trigger language plpgsql as $$
            begin
              if not exists (select 1 from removed_payments where id = old.id) then
                raise exception 'payments is append-only';
              end if;
              return old;
            end $$`,
          `create trigger payments_no_delete before delete on payments
            for each row execute function refuse_payment_delete()`,
        ]),
  ]);
}
