import type { Kysely } from 'kysely';
import type { DialectName } from '../schema.ts';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

export const indexes = {
  claim_referrals_status: 'on claim_referrals (partner_id, status, created_at, claim_id)',
};

/** A row that is inserted without a status gets that of its claim. */
const FILL = `update claim_referrals set status = (select status from claims where id = new.claim_id)
        where claim_id = new.claim_id`;
const FOLLOW = 'update claim_referrals set status = new.status where claim_id = new.id';
const IS_ATTRIBUTED_CHANGE = 'new.refferal is not null and new.status <> old.status';

/**
 * Copies the status of a claim to its attribution, so that a partner's claims of one status are counted in one index.
 * Triggers update the copy in the same transaction, whichever process changes the claim.
 */
export async function up(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await executeStatements(db, [
    "alter table claim_referrals add column status text not null default ''",
    'update claim_referrals set status = (select status from claims where claims.id = claim_referrals.claim_id)',
    ...(dialect === 'sqlite' ? listSqliteTriggers() : listPostgresTriggers()),
  ]);
}

const listSqliteTriggers = (): string[] => [
  `create trigger claim_referrals_fill_status after insert on claim_referrals when new.status = ''
      begin ${FILL}; end`,
  `create trigger claims_referral_status after update of status on claims when ${IS_ATTRIBUTED_CHANGE}
      begin ${FOLLOW}; end`,
];

const listPostgresTriggers = (): string[] => [
  ...createPostgresTrigger('fill_referral_status', FILL, {
    name: 'claim_referrals_fill_status',
    event: "after insert on claim_referrals for each row when (new.status = '')",
  }),
  ...createPostgresTrigger('follow_claim_status', FOLLOW, {
    name: 'claims_referral_status',
    event: `after update of status on claims for each row when (${IS_ATTRIBUTED_CHANGE})`,
  }),
];

const createPostgresTrigger = (
  functionName: string,
  statement: string,
  { name, event }: { name: string; event: string },
): string[] => [
  `create or replace function ${functionName}() returns trigger language plpgsql as $$
      begin ${statement}; return null; end $$`,
  `create trigger ${name} ${event} execute function ${functionName}()`,
];
