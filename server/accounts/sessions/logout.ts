import type { ServerContext } from '../../context.ts';
import { runInTransaction } from '../../database/database.ts';
import type { AccountDevice } from '../accountClient.ts';
import { buildJournalInsert } from '../accountJournal.ts';
import { enqueueAccountMail } from '../accountMail.ts';
import { lockUser } from './login.ts';
import { findTokenSession } from './rotateRefreshToken.ts';
import { revokeSessions } from './sessions.ts';

/** Ends the session of a refresh token, or all sessions of its user. An unknown token has nothing to end. */
export function logOut(
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  token: string,
  { all, device }: { all: boolean; device: AccountDevice },
): Promise<void> {
  return runInTransaction(db, async trx => {
    const session = await findTokenSession(trx, token);
    if (!session) return;
    const at = BigInt(now());
    const userId = session.user_id;
    if ((await revokeSessions(trx, { userId, at, sessionIds: [session.id] })) === 0) return;
    if (all) await revokeSessions(trx, { userId, at });
    const kind = all ? 'sessions_revoked' : 'logout';
    await buildJournalInsert(trx, userId, { kind, device, at }).execute();
  });
}

/** Ends one session of a user. Returns whether it was open. */
export function revokeSession(
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  userId: string,
  { sessionId, device }: { sessionId: string; device: AccountDevice },
): Promise<boolean> {
  return runInTransaction(db, async trx => {
    const at = BigInt(now());
    if ((await revokeSessions(trx, { userId, at, sessionIds: [sessionId] })) === 0) return false;
    await buildJournalInsert(trx, userId, { kind: 'session_revoked', device, at }).execute();
    return true;
  });
}

/** Ends all sessions of a user except one, and tells the owner. */
export function revokeOtherSessions(
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  userId: string,
  { currentId, device }: { currentId: string; device: AccountDevice },
): Promise<void> {
  return runInTransaction(db, async trx => {
    const at = BigInt(now());
    // A login in between would otherwise be missed.
    const user = await lockUser(trx, userId);
    if (!user || (await revokeSessions(trx, { userId, at, exceptId: currentId })) === 0) return;
    await buildJournalInsert(trx, userId, { kind: 'sessions_revoked', device, at }).execute();
    const letter = { kind: 'sessions_revoked', ...device } as const;
    await enqueueAccountMail(trx, { recipient: user.email, letter, at });
  });
}
