import { buildHold } from '../../catalogue/reserveLedger.ts';
import type { ClaimEventRow, ClaimRow } from '#server/platform/database/claimRows.ts';
import { executeTogether, type WriteQuery } from '#server/platform/database/executeTogether.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { createFieldProblem, createProblem } from '#server/platform/http/problem.ts';
import type { ClaimChangeContext, CreatedClaim } from '../claimSubscribers.ts';
import { buildRequisiteUses, type Requisite } from '../payment/choosePaymentTarget.ts';
import { buildRedemption } from '../promocodeUse.ts';

/** A claim to insert, in its first status. */
export interface NewClaim extends CreatedClaim {
  /** The chosen payment requisite, if any. */
  requisite: Requisite | null;
}

/** Other transactions have held the reserve since the limits of this one were calculated. */
export const reserveTakenProblem = createProblem(409, 'reserve_short');

const promocodeUsedProblem = createFieldProblem({ promocode: { code: 'promocode_used' } });

/**
 * Inserts a claim in the caller's transaction: its row, its events, its hold on the reserve, the use of its promocode
 * and of its requisite, and what the subscribers write, together with `others`. `commits`: ends the transaction. Throws
 * `reserveTakenProblem`.
 */
export async function insertClaim(
  { claimSubscribers }: ClaimChangeContext,
  trx: Db,
  { requisite, ...created }: NewClaim,
  { others = [], commits = false }: { others?: readonly WriteQuery[]; commits?: boolean } = {},
): Promise<void> {
  const { claim, isSimulated } = created;
  const { id: claim_id, created_at: at, promocode } = claim;
  const change = { currencyId: claim.to_id, claimId: claim_id, amount: claim.to_amount, at: Number(at) };
  const { update, entry } = buildHold(trx, change);
  const redemption = promocode === null ? [] : [buildRedemption(trx, promocode)];
  const required = new Map<WriteQuery, Error>([
    [update, reserveTakenProblem],
    ...redemption.map(write => [write, promocodeUsedProblem] as const),
  ]);
  const writes = [
    ...claimSubscribers.flatMap(({ buildFirstWrites }) => buildFirstWrites?.(trx, created) ?? []),
    // Other transactions change these rows, too. All of them lock these rows last and in this order.
    update,
    ...redemption,
    trx.insertInto('claims').values(claim),
    ...(requisite === null ? [] : buildRequisiteUses(trx, claim_id, requisite, Number(at))),
    trx.insertInto('claim_events').values(listFirstEvents(claim)),
    entry,
    ...(isSimulated ? [trx.insertInto('simulated_claims').values({ claim_id })] : []),
    ...claimSubscribers.flatMap(({ buildCreationWrites }) => buildCreationWrites?.(trx, created) ?? []),
    ...others,
  ];
  await executeTogether(trx, writes, { required, commits });
}

/** Lists the first events of a claim with an initial status. */
export function listFirstEvents({ id: claim_id, status, created_at: at }: ClaimRow) {
  const created: Omit<ClaimEventRow, 'id'> = {
    claim_id,
    from_status: null,
    to_status: 'new',
    reason: null,
    actor: 'client',
    note: null,
    at,
  };
  if (status === 'new') return [created];
  return [created, { ...created, from_status: 'new' as const, to_status: status, actor: 'system' as const }];
}
