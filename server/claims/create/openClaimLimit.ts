import type { Kysely } from 'kysely';
import type { Config } from '../../config.ts';
import type { ClaimRow } from '../../database/claimRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { OPEN_STATUSES } from '../claimStatusSets.ts';

/** Returns whether this e-mail or this network already has its maximum number of open claims. */
export async function isOpenClaimLimitReached(
  trx: Kysely<DatabaseSchema>,
  limits: Config['limits'],
  { email, address_hash }: Pick<ClaimRow, 'email' | 'address_hash'>,
): Promise<boolean> {
  const byEmail = await countOpenClaims(trx).where('email', '=', email).executeTakeFirstOrThrow();
  if (Number(byEmail.count) >= limits.openClaimsPerEmail) return true;
  const byAddress = await countOpenClaims(trx)
    .where('address_hash', '=', address_hash)
    .executeTakeFirstOrThrow();
  return Number(byAddress.count) >= limits.openClaimsPerAddress;
}

/** Retry-After if no open claim has a deadline. */
const DEFAULT_RETRY_SECONDS = 60;

/** Returns the seconds until the first of these open claims expires, at least 1. 60 if none has a deadline. */
export async function getClaimLimitRetrySeconds(
  trx: Kysely<DatabaseSchema>,
  { email, address_hash }: Pick<ClaimRow, 'email' | 'address_hash'>,
  now: number,
): Promise<number> {
  const row = await trx
    .selectFrom('claims')
    .select(({ fn }) => fn.min('deadline').as('deadline'))
    .where('status', 'in', OPEN_STATUSES)
    .where(({ or, eb }) => or([eb('email', '=', email), eb('address_hash', '=', address_hash)]))
    .where('deadline', '>', BigInt(now))
    .executeTakeFirst();
  return row?.deadline ? Math.ceil((Number(row.deadline) - now) / 1000) : DEFAULT_RETRY_SECONDS;
}

function countOpenClaims(trx: Kysely<DatabaseSchema>) {
  return trx
    .selectFrom('claims')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('status', 'in', OPEN_STATUSES);
}
