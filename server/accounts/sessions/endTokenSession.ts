import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import type { AccountDevice } from '../accountClient.ts';
import { buildJournalInsert } from '../accountJournal.ts';
import { findTokenSession } from './rotateRefreshToken.ts';
import { revokeSessions } from './sessions.ts';

/** Ends the session of a refresh token, like a logout. Returns its user's id; null if the session was not open. */
export async function endTokenSession(
  trx: Kysely<DatabaseSchema>,
  token: string,
  { device, at }: { device: AccountDevice; at: bigint },
): Promise<string | null> {
  const session = await findTokenSession(trx, token);
  if (!session) return null;
  const userId = session.user_id;
  if ((await revokeSessions(trx, { userId, at, sessionIds: [session.id] })) === 0) return null;
  await buildJournalInsert(trx, userId, { kind: 'logout', device, at }).execute();
  return userId;
}
