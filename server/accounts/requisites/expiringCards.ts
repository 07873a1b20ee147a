import { sql } from 'kysely';
import { enqueueAccountEmail } from '../accountEmail.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { maskStoredCard } from '#server/exchange/requisites/storedCard.ts';

/** How long before the expiry of an approval its owner gets an e-mail, milliseconds. */
const NOTICE_MS = 30 * 86_400_000;

/** Maximum number of e-mails per run; the next run handles the rest. */
const EMAIL_BATCH_SIZE = 100;

/** The part of a Message-ID after the verification's id. The table `mail` stores it, so each e-mail is sent once. */
const MESSAGE_ID_END = '.card_expiring';

/**
 * Mails accounts that the approval of a saved card expires in 30 days, once each, unless the card has a newer approval
 * or the account has unsubscribed from e-mails about claims. Returns the number of e-mails.
 */
export async function emailExpiringCards({ db, now }: Pick<ExchangeContext, 'db' | 'now'>): Promise<number> {
  const at = BigInt(now());
  const rows = await db
    .selectFrom('verifications')
    .innerJoin('users', 'users.id', 'verifications.user_id')
    .select(['verifications.id', 'bin', 'last4', 'expires_at', 'users.id as user_id', 'email'])
    .where('verifications.status', '=', 'approved')
    .where('expires_at', '>', at)
    .where('expires_at', '<=', at + BigInt(NOTICE_MS))
    .where('notify_claims', '=', 1n)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('mail')
            .select('mail.id')
            .where('message_id', '=', sql<string>`verifications.id || ${MESSAGE_ID_END}`),
        ),
      ),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('verifications as newer')
            .select('newer.id')
            .whereRef('newer.card_hash', '=', 'verifications.card_hash')
            .whereRef('newer.user_id', '=', 'verifications.user_id')
            .whereRef('newer.expires_at', '>', 'verifications.expires_at')
            .where('newer.status', '=', 'approved'),
        ),
      ),
    )
    .limit(EMAIL_BATCH_SIZE)
    .execute();
  await runInTransaction(db, async trx => {
    for (const { id, email, user_id: userId, expires_at, ...card } of rows) {
      const message = {
        kind: 'card_expiring',
        card: maskStoredCard(card),
        expiresAt: Number(expires_at),
      } as const;
      const messageId = id + MESSAGE_ID_END;
      await enqueueAccountEmail(trx, { recipient: email, message, at, userId, messageId });
    }
  });
  return rows.length;
}
