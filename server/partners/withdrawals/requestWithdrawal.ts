import { randomUUID } from 'node:crypto';
import type * as v from 'valibot';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { REFERRAL_DECIMALS } from '#core/contract/account/referral.ts';
import { type WithdrawalCreate, type WithdrawalCreated } from '#core/contract/account/withdrawals.ts';
import { decimalToUnits } from '#core/exchange/amount.ts';
import type { AccountDevice } from '#server/accounts/accountClient.ts';
import { buildJournalInsert } from '#server/accounts/accountJournal.ts';
import { sealField } from '#server/accounts/sealedFields.ts';
import { listSavedFields } from '#server/accounts/requisites/requisiteKinds.ts';
import { lockOwner } from '#server/accounts/sessions/login.ts';
import { hashRequestBody, isIdempotencyKey } from '#server/exchange/claims/idempotency.ts';
import { maskRequisites } from '#server/exchange/requisites/maskRequisites.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import { toWithdrawalStatus, type PartnerWithdrawalRow } from '#server/platform/database/partnerRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createFieldProblem, createProblem, type Problem } from '#server/platform/http/problem.ts';
import { formatMoment } from '#server/platform/email/emailTimes.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { formatFunds, lockFunds, postEntry } from '../ledger/postEntry.ts';
import { loadReferralTerms } from '../ledger/referralSettings.ts';
import { ensurePartner } from '../referral/partners.ts';
import { announceWithdrawal } from './announceWithdrawal.ts';
import { findObstacle, type PayoutObstacle } from './findObstacle.ts';
import {
  calculatePayout,
  findDestination,
  getPayoutCourse,
  type PayoutDestination,
} from './withdrawalMethods.ts';

type RequestContext = Pick<ExchangeContext, 'catalogue' | 'db' | 'keys' | 'log' | 'now' | 'rates'>;

/** A request of a partner. */
export interface WithdrawalRequest {
  userId: string;
  body: v.InferOutput<typeof WithdrawalCreate>;
  /** The Idempotency-Key header. */
  key: string | undefined;
  device: AccountDevice;
}

/**
 * Requests a withdrawal: deducts an amount from the balance of a partner, to be paid to a saved requisite. The same key
 * and body get the same response. 400 with the field: `summa` below the minimum or above the available amount
 * (`limit`), `requisite` that is unknown or closed. 403 with `until` while payouts are frozen or delayed, or the
 * partner is switched off. 409 `withdrawal_open` while five are open, `withdrawal_conflict` for another body with the
 * same key.
 */
export async function requestWithdrawal(
  context: RequestContext,
  request: WithdrawalRequest,
): Promise<WithdrawalCreated> {
  const { db, keys, now } = context;
  const { userId, body, key } = request;
  if (key !== undefined && !isIdempotencyKey(key))
    throw createFieldProblem({ 'Idempotency-Key': { code: 'body_invalid' } });
  const partner = await ensurePartner(db, userId, now());
  const hashes = hashRequestBody(keys, body);
  return runInTransaction(db, async trx => {
    const user = await lockOwner(trx, userId);
    const funds = await lockFunds(trx, partner.id, now());
    const earlier = key === undefined ? null : await repeatRequest(trx, partner.id, { key, hashes });
    if (earlier) return earlier;
    const terms = await loadReferralTerms(trx);
    const obstacle = await findObstacle(trx, { user, partner, funds, minimum: 0n, now: now() });
    if (obstacle) throw createObstacleProblem(obstacle);
    const target = await findTarget(context, trx, { userId, id: body.requisite });
    const amount = decimalToUnits(body.summa, REFERRAL_DECIMALS);
    const amountProblem =
      amount < terms.minimum
        ? { code: 'withdrawal_small', min: formatUsd(formatFunds(terms.minimum)), limit: terms.minimum }
        : amount > funds.available
          ? { code: 'withdrawal_over', max: formatUsd(formatFunds(funds.available)), limit: funds.available }
          : null;
    if (amountProblem) {
      const { limit, ...problem } = amountProblem;
      throw createFieldProblem({ summa: problem }, formatFunds(limit));
    }
    const written = await writeWithdrawal(context, trx, {
      user,
      partnerId: partner.id,
      amount,
      target,
      key,
      bodyHash: hashes[0] ?? '',
      device: request.device,
    });
    if (!written) throw createFieldProblem({ summa: { code: 'withdrawal_fee' } });
    return written;
  });
}

/** Returns the response to an earlier request with the same key; null if there was none. */
async function repeatRequest(
  trx: Db,
  partnerId: string,
  { key, hashes }: { key: string; hashes: readonly string[] },
): Promise<WithdrawalCreated | null> {
  const row = await trx
    .selectFrom('partner_withdrawals')
    .select(['id', 'body_hash'])
    .where('partner_id', '=', partnerId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  if (!hashes.includes(row.body_hash)) throw createProblem(409, 'withdrawal_conflict');
  return { id: row.id, status: 0 };
}

/** Creates the refusal of an obstacle. */
export function createObstacleProblem({ status, code, until, data }: PayoutObstacle): Problem {
  return createProblem(status, code, {
    data: { ...data, ...(until !== null && { until: formatMoment(new Date(Number(until))) }) },
    ...(until !== null && { until: formatInstant(until) }),
  });
}

/** The destination of a withdrawal. */
interface PayoutTarget extends Pick<PayoutDestination, 'method' | 'values'> {
  course: string;
}

/** Finds the destination: a saved requisite with an open currency, a course and an expired delay. */
export async function findTarget(
  context: RequestContext,
  trx: Db,
  owned: { userId: string; id: string },
): Promise<PayoutTarget> {
  const { requisite, method, values } = await findDestination(context, trx, owned);
  const course = getPayoutCourse(context, method.currency);
  if (course === null) throw createFieldProblem({ requisite: { code: 'rate_stale' } });
  if (requisite.payout_from > BigInt(context.now()))
    throw createObstacleProblem({
      status: 403,
      code: 'payout_delayed',
      until: requisite.payout_from,
      data: {},
    });
  return { method, course, values };
}

/** Deducts the amount from the balance, and notifies the owner. Null if the fee leaves nothing to pay out. */
export async function writeWithdrawal(
  { keys, now }: RequestContext,
  trx: Db,
  {
    user,
    partnerId,
    amount,
    target: { method, course, values },
    key,
    bodyHash,
    device,
  }: {
    user: UserRow;
    partnerId: string;
    amount: bigint;
    target: PayoutTarget;
    key: string | undefined;
    bodyHash: string;
    device: AccountDevice;
  },
): Promise<WithdrawalCreated | null> {
  const { currency, fee } = method;
  const payout = amount > fee ? calculatePayout(amount - fee, course, currency) : 0n;
  if (payout === 0n) return null;
  const id = randomUUID();
  const at = BigInt(now());
  const row: PartnerWithdrawalRow = {
    id,
    partner_id: partnerId,
    status: 0n,
    amount,
    fee,
    currency_id: BigInt(currency.id),
    course,
    payout,
    masked: maskRequisites(values, listSavedFields(currency)),
    sealed_values: sealField(
      keys,
      { column: 'partner_withdrawals.sealed_values', id },
      JSON.stringify(values),
    ),
    idempotency_key: key ?? null,
    body_hash: bodyHash,
    reference: null,
    reason: null,
    created_at: at,
    decided_at: null,
    begun_at: null,
  };
  await trx.insertInto('partner_withdrawals').values(row).execute();
  await postEntry(trx, {
    partner_id: partnerId,
    kind: 'withdrawal',
    amount: -amount,
    withdrawal_id: id,
    available_at: at,
    at,
  });
  await buildJournalInsert(trx, user.id, { kind: 'withdrawal_created', device, at }).execute();
  await announceWithdrawal(trx, row, { user, currency, device, at });
  return { id, status: toWithdrawalStatus(row.status) };
}
