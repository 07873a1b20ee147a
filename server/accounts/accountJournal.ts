import type { Kysely } from 'kysely';
import type { AccountEventKind } from '#core/contract/user.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import type { AccountDevice } from './accountClient.ts';

/** Adds an entry to the security journal of an account, in the transaction of the reported change. */
export function buildJournalInsert(
  trx: Kysely<DatabaseSchema>,
  userId: string,
  { kind, device, at }: { kind: AccountEventKind; device: AccountDevice; at: bigint },
) {
  return trx
    .insertInto('account_events')
    .values({ user_id: userId, kind, device: device.device, network: device.network, at });
}
