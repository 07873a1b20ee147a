import { formatUnits } from '#core/exchange/amount.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import type { AccountDevice } from '#server/accounts/accountClient.ts';
import { enqueueAccountEmail } from '#server/accounts/accountEmail.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import type { PartnerWithdrawalRow } from '#server/platform/database/partnerRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { formatFunds } from '../ledger/postEntry.ts';
import { recordPartnerEvent } from '../referral/partnerEvents.ts';

const EMAIL_KINDS = ['withdrawal_created', 'withdrawal_paid', 'withdrawal_cancelled'] as const;

/** Recipients and content of the notifications about a withdrawal's status. */
export interface WithdrawalNews {
  user: Pick<UserRow, 'id' | 'email'>;
  /** The currency paid out. */
  currency: { name: string; ticker: string; decimals: number | bigint };
  /** Whether its partner has cancelled it. */
  isOwn?: boolean;
  /** The device of the change. */
  device: AccountDevice;
  at: bigint;
}

/** Notifies the owner and webhooks of a withdrawal's status, in the transaction of its change. */
export async function announceWithdrawal(
  trx: Db,
  row: PartnerWithdrawalRow,
  { user, currency, isOwn = false, device, at }: WithdrawalNews,
): Promise<void> {
  const { id, partner_id, status, amount, masked, reference, reason } = row;
  const kind = EMAIL_KINDS[Number(status)] ?? 'withdrawal_created';
  const message = {
    kind,
    summa: formatUsd(formatFunds(amount)),
    payout: `${formatUnits(row.payout, Number(currency.decimals))}\u00a0${currency.ticker}`,
    requisite: `${currency.name} ${masked}`,
    outcome: reference ?? reason ?? '',
    ...(isOwn && { isOwn }),
    ...device,
  };
  await enqueueAccountEmail(trx, { recipient: user.email, message, at, userId: user.id });
  await recordPartnerEvent(trx, {
    partner_id,
    kind: 'withdrawal.status',
    mode: 'live',
    data: { withdrawal: id, status: Number(status), summa: formatFunds(amount) },
    at,
  });
}
