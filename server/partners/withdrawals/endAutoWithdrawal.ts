import type { Kysely } from 'kysely';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { enqueueAccountEmail, type AutoWithdrawalEnd } from '#server/accounts/accountEmail.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { formatFunds } from '../ledger/postEntry.ts';
import { selectPartnerId } from '../referral/partners.ts';

/** Ends the automatic withdrawal of a user, if there is one (to `requisiteId`), and notifies the owner by an e-mail. */
export async function endAutoWithdrawal(
  trx: Kysely<DatabaseSchema>,
  user: Pick<UserRow, 'id' | 'email'>,
  { reason, requisiteId, at }: { reason: AutoWithdrawalEnd; requisiteId?: string; at: bigint },
): Promise<void> {
  const ended = await trx
    .deleteFrom('auto_withdrawals')
    .where('partner_id', 'in', selectPartnerId(trx, user.id))
    .$if(requisiteId !== undefined, query => query.where('requisite_id', '=', requisiteId ?? ''))
    .returning('amount')
    .executeTakeFirst();
  if (!ended) return;
  const message = {
    kind: 'auto_withdrawal_ended',
    summa: formatUsd(formatFunds(ended.amount)),
    reason,
  } as const;
  await enqueueAccountEmail(trx, { recipient: user.email, message, at, userId: user.id });
}
