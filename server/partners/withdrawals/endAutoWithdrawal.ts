import type { Kysely } from 'kysely';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { enqueueAccountMail, type AutoWithdrawalEnd } from '#server/accounts/accountMail.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { formatFunds } from '../ledger/postEntry.ts';

/** Ends the automatic withdrawal of a user, if there is one (to `requisiteId`), and notifies the owner by a letter. */
export async function endAutoWithdrawal(
  trx: Kysely<DatabaseSchema>,
  user: Pick<UserRow, 'id' | 'email'>,
  { reason, requisiteId, at }: { reason: AutoWithdrawalEnd; requisiteId?: string; at: bigint },
): Promise<void> {
  const ended = await trx
    .deleteFrom('auto_withdrawals')
    .where('partner_id', 'in', trx.selectFrom('partners').select('id').where('user_id', '=', user.id))
    .$if(requisiteId !== undefined, query => query.where('requisite_id', '=', requisiteId ?? ''))
    .returning('amount')
    .executeTakeFirst();
  if (!ended) return;
  const letter = {
    kind: 'auto_withdrawal_ended',
    summa: formatUsd(formatFunds(ended.amount)),
    reason,
  } as const;
  await enqueueAccountMail(trx, { recipient: user.email, letter, at, userId: user.id });
}
