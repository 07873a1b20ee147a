import type { Kysely } from 'kysely';
import type { Config } from '../../config.ts';
import { lockNames } from '../../database/rowLocks.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { OPEN_STATUSES } from '../claimStatusSets.ts';

/** Retry-After if no open claim has a deadline. */
const DEFAULT_RETRY_SECONDS = 60;

/** Upper bound of the claims that transactions of a network may be writing at the same time. */
const MAX_UNSEEN_CLAIMS = 100;

/** Whose open claims count: an e-mail address, and the hashes of a network that claims may be stored by. */
export interface OpenClaimOwner {
  email: string;
  addressHashes: readonly string[];
}

/**
 * Returns null if one more claim may be opened; else the seconds until the first of the claims that count expires, at
 * least 1, or 60 if none has a deadline. Anybody can enter anybody's e-mail address, so an address counts only within
 * the network that uses it. Requests of a network that is near a limit run one after another.
 */
export async function getOpenClaimRetrySeconds(
  trx: Kysely<DatabaseSchema>,
  limits: Config['limits'],
  owner: OpenClaimOwner,
  now: number,
): Promise<number | null> {
  const limit = Math.min(limits.openClaimsPerEmail, limits.openClaimsPerAddress);
  const lock = () =>
    lockNames(
      trx,
      owner.addressHashes.map(hash => `open claims:${hash}`),
    );
  if (limit <= MAX_UNSEEN_CLAIMS) await lock();
  let counts = await countOpenClaims(trx, owner);
  if (limit > MAX_UNSEEN_CLAIMS && counts.address + MAX_UNSEEN_CLAIMS >= limit) {
    await lock();
    counts = await countOpenClaims(trx, owner);
  }
  if (counts.email >= limits.openClaimsPerEmail) return getSecondsUntilDeadline(trx, owner, owner.email, now);
  return counts.address >= limits.openClaimsPerAddress
    ? getSecondsUntilDeadline(trx, owner, null, now)
    : null;
}

function selectOpenClaims(trx: Kysely<DatabaseSchema>, { addressHashes }: OpenClaimOwner) {
  return trx
    .selectFrom('claims')
    .where('status', 'in', OPEN_STATUSES)
    .where('address_hash', 'in', addressHashes);
}

/** Counts the open claims of the network, and those of them with the e-mail address. */
async function countOpenClaims(
  trx: Kysely<DatabaseSchema>,
  owner: OpenClaimOwner,
): Promise<{ address: number; email: number }> {
  const { address, email } = await selectOpenClaims(trx, owner)
    .select(({ fn }) => [
      fn.countAll<bigint>().as('address'),
      fn.countAll<bigint>().filterWhere('email', '=', owner.email).as('email'),
    ])
    .executeTakeFirstOrThrow();
  return { address: Number(address), email: Number(email) };
}

async function getSecondsUntilDeadline(
  trx: Kysely<DatabaseSchema>,
  owner: OpenClaimOwner,
  email: string | null,
  now: number,
): Promise<number> {
  const next = await selectOpenClaims(trx, owner)
    .$if(email !== null, query => query.where('email', '=', email))
    .select(({ fn }) => fn.min('deadline').as('deadline'))
    .where('deadline', '>', BigInt(now))
    .executeTakeFirst();
  return next?.deadline ? Math.ceil((Number(next.deadline) - now) / 1000) : DEFAULT_RETRY_SECONDS;
}
