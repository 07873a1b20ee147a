import { RECENT_ACCESS_DAYS } from '#core/contract/account/recentAccess.ts';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import type { Db } from '#server/platform/database/schema.ts';

/** Lifetime of «Это не я» in an e-mail, milliseconds: the period in which the owner can object to a change. */
export const STOP_TOKEN_LIFETIME_MS = RECENT_ACCESS_DAYS * DAY_MS;

/** A new stop token for an e-mail to `email`. Without `userId` it belongs to the account with this address. */
export interface NewStopToken {
  id: string;
  email: string;
  at: bigint;
  userId: string | undefined;
}

/** Adds the stop token of an e-mail; does nothing if there is no such account. */
export function buildStopTokenInsert(trx: Db, { id, email, at, userId }: NewStopToken) {
  const users = trx.selectFrom('users');
  const account = userId === undefined ? users.where('email', '=', email) : users.where('id', '=', userId);
  return trx
    .insertInto('stop_tokens')
    .columns(['id', 'user_id', 'email', 'created_at', 'expires_at'])
    .expression(
      account.select(({ val }) => [
        val(id).as('id'),
        'users.id as user_id',
        val(email).as('email'),
        val(at).as('created_at'),
        val(at + BigInt(STOP_TOKEN_LIFETIME_MS)).as('expires_at'),
      ]),
    );
}
