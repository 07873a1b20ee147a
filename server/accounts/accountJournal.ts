import type { AccountEventKind } from '#core/contract/user.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { AccountDevice } from './accountClient.ts';
import { enqueueAccountEmail, type SecurityEmail } from './accountEmail.ts';

/** Adds an entry to the security journal of an account, in the transaction of the reported change. */
export function buildJournalInsert(
  trx: Db,
  userId: string,
  { kind, device, at }: { kind: AccountEventKind; device: AccountDevice; at: bigint },
) {
  const { device: name, network } = device;
  return trx.insertInto('account_events').values({ user_id: userId, kind, device: name, network, at });
}

/**
 * Reports a change of a user's account under one kind: adds an entry to the security journal, and mails the user, in the
 * transaction of the change.
 */
export async function reportAccountChange(
  trx: Db,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  message: SecurityEmail & { kind: AccountEventKind },
  at: bigint,
): Promise<void> {
  await buildJournalInsert(trx, id, { kind: message.kind, device: message, at }).execute();
  await enqueueAccountEmail(trx, { recipient: email, message, at, userId: id });
}
