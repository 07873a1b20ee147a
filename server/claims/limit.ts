import type { Kysely } from 'kysely';
import { isClosed, STATUSES } from '#core/claim/status.ts';
import type { Config } from '../config.ts';
import type { ClaimRow, Schema } from '../database/schema.ts';

/** Statuses of claims that are counted: not closed. */
const OPEN = STATUSES.filter(status => !isClosed(status));

/** Whether this e-mail or this network has as many open claims as it may. */
export async function isLimited(
  trx: Kysely<Schema>,
  limits: Config['limits'],
  { email, address_hash }: Pick<ClaimRow, 'email' | 'address_hash'>,
): Promise<boolean> {
  const byEmail = await open(trx).where('email', '=', email).executeTakeFirstOrThrow();
  if (Number(byEmail.count) >= limits.openClaimsPerEmail) return true;
  const byAddress = await open(trx).where('address_hash', '=', address_hash).executeTakeFirstOrThrow();
  return Number(byAddress.count) >= limits.openClaimsPerAddress;
}

function open(trx: Kysely<Schema>) {
  return trx
    .selectFrom('claims')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('status', 'in', OPEN);
}
