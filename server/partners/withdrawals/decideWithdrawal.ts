import type { AccountDevice } from '#server/accounts/accountClient.ts';
import { lockReserves, spendReserve } from '#server/exchange/catalogue/reserveLedger.ts';
import { isAutomaticWithdrawal, type PartnerWithdrawalRow } from '#server/platform/database/partnerRows.ts';
import { lockRows } from '#server/platform/database/rowLocks.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { createProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import { lockFunds, postEntry } from '../ledger/postEntry.ts';
import { isPartnerOff } from '../referral/partnerState.ts';
import { announceWithdrawal } from './announceWithdrawal.ts';
import { endAutoWithdrawal } from './autoWithdrawal.ts';

/** A decision on an open withdrawal: it was paid by a transfer with `reference`, or it is cancelled. */
export type WithdrawalDecision =
  | { status: 'paid'; reference: string; device: AccountDevice; now: number }
  | {
      status: 'cancelled';
      reason: string;
      /** Whether to refuse the cancellation if the operator has begun to pay it. */
      onlyWaiting?: boolean;
      /** Whether its partner cancels it. */
      isOwn?: boolean;
      device: AccountDevice;
      now: number;
    };

/**
 * Decides an open withdrawal, once: 409 `withdrawal_decided`. Paying takes the amount from the reserve of its currency:
 * 409 `reserve_waiting` if less is free, `withdrawal_not_begun` if the operator has not begun to pay it. Cancelling
 * returns it to the balance: 409 `withdrawal_begun`. It also turns off the automatic withdrawal that created it.
 */
export async function decideWithdrawal(
  trx: Db,
  id: string,
  decision: WithdrawalDecision,
): Promise<PartnerWithdrawalRow> {
  const { now, device } = decision;
  const at = BigInt(now);
  const found = await findWithdrawal(trx, id);
  if (!found) throw notFoundProblem;
  // Reserves and balances are locked before the row, in the same order as in transitions of claims.
  if (decision.status === 'paid') await lockReserves(trx, [found.currency_id]);
  else await lockFunds(trx, found.partner_id, now);
  const query = trx.selectFrom('partner_withdrawals').selectAll().where('id', '=', id);
  const row = await lockRows(trx, query).executeTakeFirstOrThrow();
  if (row.status !== 0n) throw createProblem(409, 'withdrawal_decided');
  if (decision.status === 'cancelled' && decision.onlyWaiting && row.begun_at !== null)
    throw createProblem(409, 'withdrawal_begun');
  const owner = await loadOwner(trx, row);
  if (decision.status === 'paid') {
    const { currency_id: currencyId, payout: amount } = row;
    checkPayable(owner, now);
    // Its partner might cancel it while the money is sent.
    if (row.begun_at === null) throw createProblem(409, 'withdrawal_not_begun');
    if (!(await spendReserve(trx, { currencyId, amount, at: now })))
      throw createProblem(409, 'reserve_waiting');
  } else
    await postEntry(trx, {
      partner_id: row.partner_id,
      kind: 'reversal',
      amount: row.amount,
      withdrawal_id: id,
      reason: decision.reason,
      // The same time as of the withdrawal, so that both cancel out at any time.
      available_at: row.created_at,
      at,
    });
  const decided = await trx
    .updateTable('partner_withdrawals')
    .set({
      ...(decision.status === 'paid'
        ? { status: 1n, reference: decision.reference }
        : { status: 2n, reason: decision.reason }),
      // Not needed after the decision.
      sealed_values: null,
      decided_at: at,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await announceWithdrawal(trx, decided, {
    user: owner,
    currency: owner,
    device,
    isOwn: decision.status === 'cancelled' && decision.isOwn === true,
    at,
  });
  // It would withdraw the same amount again within a minute.
  if (decision.status === 'cancelled' && isAutomaticWithdrawal(decided))
    await endAutoWithdrawal(trx, owner, { reason: 'withdrawal_cancelled', at });
  return decided;
}

/**
 * Records that the operator begins to pay a withdrawal. After that neither its partner nor «Это не я» can cancel it.
 * Refused while the partner may not be paid.
 */
export async function beginWithdrawal(trx: Db, id: string, now: number): Promise<PartnerWithdrawalRow> {
  const query = trx.selectFrom('partner_withdrawals').selectAll().where('id', '=', id);
  const row = await lockRows(trx, query).executeTakeFirstOrThrow(() => notFoundProblem);
  if (row.status !== 0n) throw createProblem(409, 'withdrawal_decided');
  if (row.begun_at !== null) throw createProblem(409, 'withdrawal_begun');
  checkPayable(await loadOwner(trx, row), now);
  const begun_at = BigInt(now);
  await trx.updateTable('partner_withdrawals').set({ begun_at }).where('id', '=', id).execute();
  return { ...row, begun_at };
}

/** Finds a withdrawal by its id. */
export const findWithdrawal = (db: Db, id: string): Promise<PartnerWithdrawalRow | undefined> =>
  db.selectFrom('partner_withdrawals').selectAll().where('id', '=', id).executeTakeFirst();

/** Refuses while the owner may not be paid: 403 `payouts_frozen` with `until`, or `partner_off`. */
function checkPayable(owner: Awaited<ReturnType<typeof loadOwner>>, now: number): void {
  const until = Number(owner.payouts_frozen_until);
  if (until > now) throw createProblem(403, 'payouts_frozen', { until: new Date(until).toISOString() });
  if (isPartnerOff(owner)) throw createProblem(403, 'partner_off');
}

/** Loads the account and the currency of an open withdrawal. The account cannot be deleted meanwhile. */
const loadOwner = (trx: Db, row: PartnerWithdrawalRow) =>
  trx
    .selectFrom('partners')
    .innerJoin('users', 'users.id', 'partners.user_id')
    .innerJoin('currencies', join => join.on('currencies.id', '=', row.currency_id))
    .select(['users.id', 'users.email', 'users.payouts_frozen_until', 'users.blocked_at'])
    .select('partners.switched_off_at')
    .select(['currencies.name', 'currencies.ticker', 'currencies.decimals'])
    .where('partners.id', '=', row.partner_id)
    .executeTakeFirstOrThrow();
