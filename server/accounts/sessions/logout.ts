import type { ExchangeContext } from '#server/exchange/context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { AccountDevice } from '../accountClient.ts';
import { buildJournalInsert } from '../accountJournal.ts';
import { enqueueAccountEmail, type RevocationReason } from '../accountEmail.ts';
import { endTokenSession } from './rotateRefreshToken.ts';
import { lockUser } from './login.ts';
import { revokeSessions, type SessionSelection } from './sessions.ts';

/**
 * Ends the session of a refresh token, or all sessions of its user. Returns whether no session is left to end: the
 * token of an ended session must not end the others.
 */
export function logOut(
  { db, now }: Pick<ExchangeContext, 'db' | 'now'>,
  token: string,
  { all, device }: { all: boolean; device: AccountDevice },
): Promise<boolean> {
  return runInTransaction(db, async trx => {
    const at = BigInt(now());
    const userId = await endTokenSession(trx, token, { device, at });
    if (userId !== null && all)
      await revokeAndReport(trx, { userId, at }, { device, reason: 'several_ended' });
    return userId !== null || !all;
  });
}

/** Ends one session of a user, and notifies the owner. Returns whether it was open. */
export function revokeSession(
  { db, now }: Pick<ExchangeContext, 'db' | 'now'>,
  userId: string,
  { sessionId, device }: { sessionId: string; device: AccountDevice },
): Promise<boolean> {
  const selection = { userId, at: BigInt(now()), sessionIds: [sessionId] };
  return runInTransaction(db, trx => revokeAndReport(trx, selection, { device, reason: 'one_ended' }));
}

/** Ends all sessions of a user except one, and notifies the owner. */
export async function revokeOtherSessions(
  { db, now }: Pick<ExchangeContext, 'db' | 'now'>,
  userId: string,
  { currentId, device }: { currentId: string; device: AccountDevice },
): Promise<void> {
  const selection = { userId, at: BigInt(now()), exceptId: currentId };
  await runInTransaction(db, trx => revokeAndReport(trx, selection, { device, reason: 'several_ended' }));
}

/** Ends sessions of a user on request of a logged-in device. Returns whether any was open. */
async function revokeAndReport(
  trx: Db,
  selection: SessionSelection,
  { device, reason }: { device: AccountDevice; reason: RevocationReason },
): Promise<boolean> {
  const { userId, at } = selection;
  // Without the lock a concurrent login would be missed.
  const user = await lockUser(trx, userId);
  if (!user || (await revokeSessions(trx, selection)) === 0) return false;
  const kind = reason === 'one_ended' ? 'session_revoked' : 'sessions_revoked';
  await buildJournalInsert(trx, userId, { kind, device, at }).execute();
  const message = { kind: 'sessions_revoked', reason, ...device } as const;
  await enqueueAccountEmail(trx, { recipient: user.email, message, at });
  return true;
}
