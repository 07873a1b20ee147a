import { transactOnClaim } from '#server/exchange/claims/lockClaim.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import {
  isKnownNetwork,
  listAddedNetworks,
  MAX_ADDED_NETWORKS,
  NOT_OPENED,
} from './referral/claimNetworks.ts';
import { findPartnerNetworks } from './ledger/partnerNetworks.ts';
import { settleWaitingAccrual } from './ledger/accrueClaim.ts';

/** Maximum number of claims and networks in memory. */
const MAX_REMEMBERED = 10_000;

/** Claims and networks that need no query, for each database. */
const rememberedByDb = new WeakMap<Db, Set<string>>();

/**
 * Records the network of a request with the claim's secret or of its owner's session, to recognize the partner's
 * networks. The first one, other than that of the shop's server, opens a claim of the shop API: its pending accrual is
 * decided. A network that is already stored causes no write. Never rejects: reading a claim does not depend on it.
 */
export async function noteClaimNetwork(
  context: Pick<ExchangeContext, 'db' | 'keys' | 'log' | 'now'>,
  claim: ClaimRow,
  network: string,
): Promise<void> {
  if (claim.refferal === null || claim.erased_at !== null) return;
  const { db, keys, log, now } = context;
  const hashes = keys.listHashes('claim-address', network);
  const hash = keys.hash('claim-address', network);
  const name = `${claim.id} ${hash}`;
  const remembered = rememberedByDb.get(db) ?? new Set();
  rememberedByDb.set(db, remembered);
  if (remembered.has(name)) return;
  try {
    const row = await selectReferral(db, claim.id);
    if (row && !isKnownNetwork(claim, row, hashes))
      await transactOnClaim(db, claim.id, (trx, locked) =>
        addNetwork(trx, locked, { hash, hashes, now: now() }),
      );
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.add(name);
  } catch (error) {
    log.error({ err: error }, 'Cannot note the network of a claim');
  }
}

/** Stores a network of a locked claim, unless it is already stored, and decides a pending accrual. */
async function addNetwork(
  trx: Db,
  claim: ClaimRow,
  { hash, hashes, now }: { hash: string; hashes: readonly string[]; now: number },
): Promise<void> {
  const row = await selectReferral(trx, claim.id);
  if (!row || claim.erased_at !== null || isKnownNetwork(claim, row, hashes)) return;
  const added = listAddedNetworks(row);
  if (added.length >= MAX_ADDED_NETWORKS) {
    // A partner cannot be hidden by many networks: its network replaces the last one.
    const { isAccount } = await findPartnerNetworks(trx, row.partner_id, {
      hashes: [hash],
      created_at: claim.created_at,
    });
    if (!isAccount) return;
    added.pop();
  }
  const isFirst = row.opener_hash === NOT_OPENED;
  await trx
    .updateTable('claim_referrals')
    .set(isFirst ? { opener_hash: hash } : { network_hashes: JSON.stringify([...added, hash]) })
    .where('claim_id', '=', claim.id)
    .execute();
  await settleWaitingAccrual(trx, claim, now);
}

const selectReferral = (db: Db, claimId: string) =>
  db
    .selectFrom('claim_referrals')
    .select(['partner_id', 'creator_hash', 'opener_hash', 'network_hashes'])
    .where('claim_id', '=', claimId)
    .executeTakeFirst();
