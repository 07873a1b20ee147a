import type { Config } from '#server/platform/config/config.ts';
import { lockNames } from '#server/platform/database/rowLocks.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { isOpenClaim } from '../claimStatusSets.ts';

/** Retry-After if no open claim has a deadline. */
const DEFAULT_RETRY_SECONDS = 60;

/** Upper bound of the claims that concurrent transactions of a network may be writing. */
const MAX_UNSEEN_CLAIMS = 100;

/** Owner of open claims: an e-mail address, and the hashes of a network under which claims may be stored. */
export interface OpenClaimOwner {
  email: string;
  addressHashes: readonly string[];
}

/** Number of open claims of a network, and of those with the e-mail address. */
export interface OpenClaimCounts {
  address: number;
  email: number;
}

/** Lists the locks to acquire before the claims are counted: a small limit serializes the requests of a network. */
export function listSmallLimitLocks(limits: Config['limits'], owner: OpenClaimOwner): string[] {
  return getSmallestLimit(limits) <= MAX_UNSEEN_CLAIMS ? listOwnerLocks(owner) : [];
}

/**
 * Refuses one more claim beyond a limit, first that of the e-mail, with 429 `claims_limit` until the first counted claim
 * expires. Anybody can enter any address, so an e-mail counts only within its network. Near a large limit the claims are
 * counted again under the lock of the network.
 */
export async function checkOpenClaimLimit(
  trx: Db,
  limits: Config['limits'],
  owner: OpenClaimOwner,
  counts: OpenClaimCounts,
  now: number,
): Promise<void> {
  const limit = getSmallestLimit(limits);
  const isNearLimit = limit > MAX_UNSEEN_CLAIMS && counts.address + MAX_UNSEEN_CLAIMS >= limit;
  if (isNearLimit) await lockNames(trx, listOwnerLocks(owner));
  const { email, address } = isNearLimit ? await countOpenClaims(trx, owner) : counts;
  const isEmailLimit = email >= limits.openClaimsPerEmail;
  if (!isEmailLimit && address < limits.openClaimsPerAddress) return;
  const retryAfter = await getSecondsUntilDeadline(trx, owner, isEmailLimit ? owner.email : null, now);
  throw createProblem(429, 'claims_limit', { retryAfter, ...(isEmailLimit && { field: 'email' }) });
}

function getSmallestLimit({ openClaimsPerEmail, openClaimsPerAddress }: Config['limits']): number {
  return Math.min(openClaimsPerEmail, openClaimsPerAddress);
}

const listOwnerLocks = ({ addressHashes }: OpenClaimOwner): string[] =>
  addressHashes.map(hash => `open claims:${hash}`);

function selectOpenClaims(trx: Db, { addressHashes }: OpenClaimOwner) {
  return trx.selectFrom('claims').where(isOpenClaim).where('address_hash', 'in', addressHashes);
}

/** In a query: the two counts. */
export function selectOpenClaimCounts(trx: Db, owner: OpenClaimOwner) {
  const counted = selectOpenClaims(trx, owner).select(({ fn }) => fn.countAll<bigint>().as('count'));
  return [counted.as('openOfAddress'), counted.where('email', '=', owner.email).as('openOfEmail')] as const;
}

async function countOpenClaims(trx: Db, owner: OpenClaimOwner): Promise<OpenClaimCounts> {
  const row = await trx.selectNoFrom(selectOpenClaimCounts(trx, owner)).executeTakeFirstOrThrow();
  return { address: Number(row.openOfAddress), email: Number(row.openOfEmail) };
}

/** Returns the seconds until the first counted claim expires, at least 1; 60 if none has a deadline. */
async function getSecondsUntilDeadline(
  trx: Db,
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
