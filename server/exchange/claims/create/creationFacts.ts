import type { Transaction } from 'kysely';

import { readCatalogueSnapshot, type CatalogueSnapshot } from '../../catalogue/catalogueSnapshot.ts';
import type { ExchangeContext } from '../../context.ts';
import { compileOnce } from '#server/platform/database/compileOnce.ts';
import { readTogether } from '#server/platform/database/executeTogether.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { getMailbox, selectConfirmations } from '#server/platform/email/mailboxes.ts';
import type { AccountDiscount } from '../../courses/pricing.ts';
import { findTierPercent, selectTurnover } from '../turnover.ts';
import { selectRequisites, type Requisite } from '../payment/choosePaymentTarget.ts';
import { toIdempotencyLookup, type IdempotencyLookup, type IdempotentRequest } from '../idempotency.ts';
import {
  listSmallLimitLocks,
  selectOpenClaimCounts,
  type OpenClaimCounts,
  type OpenClaimOwner,
} from './openClaimLimit.ts';

/** The request that creates a claim. */
export interface CreationRequest {
  pairIds: readonly [number, number];
  owner: OpenClaimOwner;
  /** The logged-in account; null for a guest. */
  userId: string | null;
  idempotent: IdempotentRequest | null;
}

/** Database state at the creation of a claim. */
export interface CreationFacts {
  /** The response to an earlier request with the same key. */
  earlier: IdempotencyLookup;
  snapshot: CatalogueSnapshot;
  openClaims: OpenClaimCounts;
  isMailboxConfirmed: boolean;
  /** The discount of the logged-in account; null for a guest. */
  account: AccountDiscount | null;
  /** The active payment requisites of the currency to send, the least recently used first. */
  requisites: Requisite[];
}

/** Reads everything in one round trip, after the locks of a small limit. Only a changed catalogue is read separately. */
export async function readCreationFacts(
  { catalogue, config, keys, now }: ExchangeContext,
  trx: Transaction<DatabaseSchema>,
  { pairIds, owner, userId, idempotent }: CreationRequest,
): Promise<CreationFacts> {
  const known = catalogue.getSnapshot();
  const [sendId, receiveId] = [BigInt(pairIds[0]), BigInt(pairIds[1])];
  const values = {
    ...owner,
    receiveId,
    key: idempotent?.key ?? '',
    mailboxHashes: keys.listHashes('mailbox', getMailbox(owner.email)),
  };
  const factsQuery = compileOnce(trx, 'creation facts', values, ({ key, mailboxHashes, ...of }) =>
    trx
      .selectFrom('catalogue_version')
      .leftJoin('reserves', join => join.on('reserves.currency_id', '=', of.receiveId))
      .leftJoin('idempotency_keys', join => join.on('scope', '=', 'claim').on('key', '=', key))
      .select(['version', 'currency_id', 'amount', 'held', 'updated_at', 'body_hash', 'claim_id', 'answer'])
      .select(({ exists }) => [
        ...selectOpenClaimCounts(trx, of),
        exists(selectConfirmations(trx, mailboxHashes)).as('isConfirmed'),
      ]),
  );
  const requisitesQuery = compileOnce(trx, 'requisites', { sendId }, of => selectRequisites(trx, of.sendId));
  const turnoverQueries = userId === null ? [] : [selectTurnover(trx, userId, now())];
  const [[row], requisites, [turnover] = []] = await readTogether(
    trx,
    [factsQuery, requisitesQuery, ...turnoverQueries],
    listSmallLimitLocks(config.limits, owner),
  );
  if (!row) throw new Error('the version of the catalogue is missing');
  const { currency_id, amount, held, updated_at } = row;
  const reserve =
    currency_id === null || amount === null || held === null || updated_at === null
      ? []
      : [[Number(currency_id), { currency_id, amount, held, updated_at }] as const];
  const snapshot =
    row.version === known.version
      ? { ...known, reserves: new Map(reserve) }
      : await readCatalogueSnapshot(trx, pairIds);
  return {
    earlier: toIdempotencyLookup(row, idempotent?.hashes ?? []),
    snapshot,
    account:
      userId === null
        ? null
        : { userId, percent: findTierPercent(snapshot.discountTiers, turnover?.turnover ?? 0n) },
    openClaims: { address: Number(row.openOfAddress), email: Number(row.openOfEmail) },
    isMailboxConfirmed: Boolean(row.isConfirmed),
    requisites,
  };
}
