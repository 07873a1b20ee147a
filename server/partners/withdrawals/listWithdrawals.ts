import type { Withdrawal, Withdrawals } from '#core/contract/account/withdrawals.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import {
  isAutomaticWithdrawal,
  toWithdrawalStatus,
  type PartnerWithdrawalRow,
} from '#server/platform/database/partnerRows.ts';
import { parseListPage } from '#server/platform/lists/listPage.ts';
import { openList } from '#server/platform/lists/openList.ts';
import { formatMoment } from '#server/platform/email/emailTimes.ts';
import { buildTarget } from '../ledger/buildEntry.ts';
import { formatFunds, loadFunds } from '../ledger/postEntry.ts';
import { getReferralTerms } from '../ledger/referralSettings.ts';
import { ensurePartner } from '../referral/partners.ts';
import { loadAutoWithdrawal } from './autoWithdrawal.ts';
import { findObstacle, type PayoutObstacle } from './findObstacle.ts';
import { buildMethod, listMethods } from './withdrawalMethods.ts';
import { formatInstant, formatInstantOrNull } from '#server/platform/formatInstant.ts';

/** Lists a partner's funds, the payout methods, and a page of withdrawals, newest first. 400 for an invalid page. */
export async function listWithdrawals(
  context: Pick<ExchangeContext, 'catalogue' | 'config' | 'db' | 'now' | 'rates'>,
  user: Pick<UserRow, 'id' | 'blocked_at' | 'payouts_frozen_until'>,
  query: Readonly<Record<string, string>>,
): Promise<Withdrawals> {
  const { catalogue, config, db, now } = context;
  const page = parseListPage(query);
  const partner = await ensurePartner(db, user.id, now());
  const list = openList({
    rows: db.selectFrom('partner_withdrawals').where('partner_id', '=', partner.id),
    order: { created_at: 'desc', id: 'asc' },
    select: part => part.selectAll(),
    build: rows => rows.map(row => buildWithdrawal(catalogue, row)),
  });
  const { minimum } = getReferralTerms(catalogue.getSnapshot().settings);
  const funds = await loadFunds(db, partner.id, now());
  const methods = await listMethods(db, catalogue);
  const auto = await loadAutoWithdrawal(db, partner.id);
  const obstacle = await findObstacle(db, { user, partner, funds, minimum, now: now() });
  return {
    available: formatFunds(funds.available),
    pending: formatFunds(funds.pending),
    minimum: formatFunds(minimum),
    methods: methods.map(method => buildMethod(context, method)),
    obstacle: obstacle && buildObstacle(obstacle),
    auto,
    ...(await list.readPage(page, `${config.publicOrigin}/api/v1/users/me/refferal/withdrawal/`)),
  };
}

function buildObstacle({ code, until, data }: PayoutObstacle): Withdrawals['obstacle'] {
  const values = {
    ...data,
    ...(data.min !== undefined && { min: formatUsd(data.min) }),
    ...(until !== null && { until: formatMoment(new Date(Number(until))) }),
  };
  return {
    code,
    detail: formatAccountMessage(code, values),
    until: formatInstantOrNull(until),
  };
}

/** Builds a withdrawal for its partner. */
export function buildWithdrawal(
  catalogue: ExchangeContext['catalogue'],
  row: PartnerWithdrawalRow,
): Withdrawal {
  return {
    id: row.id,
    status: toWithdrawalStatus(row.status),
    summa: formatFunds(row.amount),
    currency: 'USD',
    ...buildTarget(catalogue, row),
    reason: row.reason,
    at: formatInstant(row.created_at),
    decidedAt: formatInstantOrNull(row.decided_at),
    canCancel: row.status === 0n && row.begun_at === null,
    isAutomatic: isAutomaticWithdrawal(row),
  };
}
