import type { Kysely } from 'kysely';
import type { Config } from '../../config.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { OPEN_STATUSES } from '../claimStatusSets.ts';

/** Retry-After if no open claim has a deadline. */
const DEFAULT_RETRY_SECONDS = 60;

/** Whose open claims count: an e-mail address, and the hashes of a network that claims may be stored by. */
export interface OpenClaimOwner {
  email: string;
  addressHashes: readonly string[];
}

/**
 * Returns null if one more claim may be opened; else the seconds until the first of the claims that count expires, at
 * least 1, or 60 if none has a deadline. Anybody can enter anybody's e-mail address, so an address counts only within
 * the network that uses it.
 */
export async function getOpenClaimRetrySeconds(
  trx: Kysely<DatabaseSchema>,
  limits: Config['limits'],
  { email, addressHashes }: OpenClaimOwner,
  now: number,
): Promise<number | null> {
  const ofNetwork = trx
    .selectFrom('claims')
    .where('status', 'in', OPEN_STATUSES)
    .where('address_hash', 'in', addressHashes);
  const limitedClaims = [
    { claims: ofNetwork.where('email', '=', email), limit: limits.openClaimsPerEmail },
    { claims: ofNetwork, limit: limits.openClaimsPerAddress },
  ];
  for (const { claims, limit } of limitedClaims) {
    const { count } = await claims
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) < limit) continue;
    const next = await claims
      .select(({ fn }) => fn.min('deadline').as('deadline'))
      .where('deadline', '>', BigInt(now))
      .executeTakeFirst();
    return next?.deadline ? Math.ceil((Number(next.deadline) - now) / 1000) : DEFAULT_RETRY_SECONDS;
  }
  return null;
}
